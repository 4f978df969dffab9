'use strict'

const { fork } = require('node:child_process')
const http = require('node:http')
const path = require('node:path')
const { name } = require('./package.json')
const { openCatalogue } = require('./catalogue')

const HOURS = { weekdays: '10:00 to 19:00', saturday: '10:00 to 14:00' }

// The catalogue is a program of its own. PORT and the flags of Node.js are meant for this one.
const backend = fork(path.join(__dirname, 'backend.js'), { env: {}, execArgv: [] })
let lookUp

async function describeBook (id) {
  const book = await lookUp(`/books/${id}`)
  const author = await lookUp(`/authors/${id}`)
  const copies = await lookUp(`/copies/${id}`)
  const shelf = await lookUp(`/shelves/${id}`)
  const reviews = await lookUp(`/reviews/${id}`)
  return book && { ...book, author, copies, shelf, reviews }
}

async function findPage (url) {
  if (url === '/hours') return HOURS
  const [, id] = url.match(/^\/books\/(\d{1,6})$/) ?? []
  return id && describeBook(id)
}

const server = http.createServer(async (req, res) => {
  const send = (status, content) => {
    res.writeHead(status, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify(content))
  }
  try {
    const page = await findPage(req.url)
    send(page ? 200 : 404, page ?? { error: 'not found' })
  } catch {
    send(502, { error: 'the catalogue does not answer' })
  }
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
backend.once('message', ({ port }) => {
  lookUp = openCatalogue(port)
  server.listen(PORT, HOST, () => {
    console.log(`${name} listening on http://${HOST}:${server.address().port}/books/7`)
  })
})
