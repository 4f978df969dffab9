'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { earlierRuns, listRuns } = require('./earlier-runs')
const { FOLDERS, stageColors } = require('./app')

/**
 * Writes the live page without a server, for a site: it plays the recorded race.
 * @param {string} folder gets the files
 */
function writeReplay (folder) {
  /** @type {(file: string, text: string) => void} */
  const write = (file, text) => fs.writeFileSync(path.join(folder, file), text)
  for (const [prefix, source] of Object.entries(FOLDERS)) {
    fs.cpSync(source, path.join(folder, prefix), { recursive: true })
  }
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  write('index.html', page.replace('<html ', '<html data-no-server '))
  write('stages.css', stageColors())

  const recorded = earlierRuns().filter((run) => run.recorded)
  write('earlier.json', JSON.stringify(listRuns(recorded)))
  fs.mkdirSync(path.join(folder, 'earlier'), { recursive: true })
  for (const { id, result } of recorded) write(`earlier/${id}`, JSON.stringify(result))
}

module.exports = { writeReplay }
