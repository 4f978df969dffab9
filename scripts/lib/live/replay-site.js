'use strict'

// The live page without a server, for a site: it plays the recorded race.

const fs = require('node:fs')
const path = require('node:path')
const { openEarlierRuns } = require('./earlier-runs')
const { FOLDERS } = require('./server')

/** @param {string} folder gets the page's files @returns {boolean} false if no race is recorded: nothing is written */
function writeReplay (folder) {
  const { list, read } = openEarlierRuns()
  const recorded = list().filter((run) => run.recorded)
  if (!recorded.length) return false
  for (const [to, from] of Object.entries(FOLDERS)) fs.cpSync(from, path.join(folder, to), { recursive: true })
  fs.mkdirSync(path.join(folder, 'earlier'), { recursive: true })
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    fs.writeFileSync(path.join(folder, name), text)
  write('earlier.json', JSON.stringify(recorded))
  for (const { id } of recorded) write(`earlier/${id}`, JSON.stringify(read(id)))
  const index = fs.readFileSync(path.join(FOLDERS[''], 'index.html'), 'utf8')
  write('index.html', index.replace('<html ', '<html data-no-server '))
  return true
}

module.exports = { writeReplay }
