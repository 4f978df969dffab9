'use strict'

// The catalogue of all libraries of the town.

const http = require('node:http')

const LOOKUP = 25 // ms, as the database in the town hall
const BOOKS = [
  'Emma', 'Middlemarch', 'Dracula', 'Walden', 'Ulysses', 'Kim', 'Persuasion', 'Nostromo',
  'Dubliners'
]
const AUTHORS = [
  'Austen', 'Eliot', 'Stoker', 'Thoreau', 'Joyce', 'Kipling', 'Austen', 'Conrad', 'Joyce'
]

const tables = {
  books: (n) => ({ title: BOOKS[n], year: 1811 + n * 13 }),
  authors: (n) => ({ name: AUTHORS[n] }),
  copies: (n) => ({ owned: n % 4 + 1, lent: n % 3 }),
  shelves: (n) => ({ floor: n % 3, shelf: `${AUTHORS[n].slice(0, 2)} ${100 + n}` }),
  reviews: (n) => [
    { stars: n % 3 + 3, text: 'I read it twice.' },
    { stars: 4, text: 'A long winter, a good book.' }
  ]
}

const server = http.createServer((req, res) => {
  const [, table, id] = req.url.split('/')
  const n = Number(id) - 1
  setTimeout(() => {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify(BOOKS[n] ? tables[table](n) : null))
  }, LOOKUP)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.once('disconnect', () => process.exit())
