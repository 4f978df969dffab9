'use strict'

// Every client gets the same object, so its text is made once, as bytes, and sent without res.json
// and its ETag.

function sendText (object) {
  const text = Buffer.from(JSON.stringify(object))
  return (req, res) => {
    res.setHeader('Content-Type', 'application/json; charset=utf-8').end(text)
  }
}

require('../service')(sendText)
