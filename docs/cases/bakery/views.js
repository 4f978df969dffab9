'use strict'

const { existsSync, readFileSync } = require('node:fs')
const path = require('node:path')

const VIEWS = path.join(__dirname, 'views')

// Most views are the same in all languages; views/fr/page.html is used instead of views/page.html.
function readView (name, language) {
  const translated = path.join(VIEWS, language, name)
  return readFileSync(existsSync(translated) ? translated : path.join(VIEWS, name), 'utf8')
}

function render (name, language, values) {
  return readView(name, language).replace(/{{(\w+)}}/g, (match, key) => values[key] ?? match)
}

module.exports = { render }
