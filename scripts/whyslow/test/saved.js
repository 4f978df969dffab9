'use strict'

// The facts of diagnoses of the servers in test/reliability and of public bug reports, and the
// verdict, which was right. A row is a diagnosis, and a column a fact.

const fs = require('node:fs')
const path = require('node:path')

const FILE = path.join(__dirname, 'saved.csv')
// What is no number or yes or no is the same for all of them.
const TEXTS = {
  agentPeer: 'db:1',
  agentUnreadRoute: 'GET /ping',
  connected: { 'db:1': 3 },
  failedCodes: { ECONNREFUSED: 9 },
  failingPeer: 'db:1',
  failures: '9 × status 500',
  peer: 'db:1',
  unseen: [],
  unsentPeer: 'db:1'
}

/** Gives each diagnosis as its name, its verdict, and its facts. */
function readSaved () {
  const [header, ...rows] = fs.readFileSync(FILE, 'utf8').trim().split('\n')
  const [,, ...names] = header.split(';')
  return rows.map((row) => {
    const [name, verdict, ...cells] = row.split(';')
    const facts = { ...TEXTS }
    for (const [i, cell] of cells.entries()) {
      if (cell) facts[names[i]] = readCell(cell)
    }
    facts.opened = { 'open files': facts.opened }
    return { name, verdict, facts }
  })
}

function readCell (cell) {
  return ['true', 'false'].includes(cell) ? cell === 'true' : Number(cell)
}

module.exports = { readSaved }
