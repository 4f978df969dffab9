'use strict'

// The live page without a server, for a site: it plays the recorded race.

const fs = require('node:fs')
const path = require('node:path')
const { openEarlierRuns } = require('./earlier-runs')
const { FOLDERS } = require('./live-server')

/** @param {string} folder gets the page's files */
function writeReplay (folder) {
  const { list, read } = openEarlierRuns()
  const recorded = list().filter((run) => run.recorded)
  for (const [to, from] of Object.entries(FOLDERS)) fs.cpSync(from, path.join(folder, to), { recursive: true })
  fs.mkdirSync(path.join(folder, 'earlier'), { recursive: true })
  const index = fs.readFileSync(path.join(folder, 'index.html'), 'utf8').replace('<html ', '<html data-no-server ')
  const files = { 'index.html': index, 'earlier.json': JSON.stringify(recorded) }
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  for (const { id } of recorded) fs.writeFileSync(path.join(folder, 'earlier', id), JSON.stringify(read(id)))
}

module.exports = { writeReplay }
