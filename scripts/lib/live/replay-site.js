'use strict'

// The live page without a server, for a site: it plays the recorded race.

const fs = require('node:fs')
const path = require('node:path')
const { openEarlierRuns } = require('./earlier-runs')
const { FOLDERS, stageColors } = require('./live-server')

/**
 * Writes the page and the recorded runs.
 * @param {string} folder gets the files
 */
function writeReplay (folder) {
  for (const [to, from] of Object.entries(FOLDERS)) {
    fs.cpSync(from, path.join(folder, to), { recursive: true })
  }
  /** @type {(file: string, text: string) => void} */
  const write = (file, text) => fs.writeFileSync(path.join(folder, file), text)
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  write('index.html', page.replace('<html ', '<html data-no-server '))
  write('stages.css', stageColors())

  const { list, read } = openEarlierRuns()
  const recorded = list().filter((run) => run.recorded)
  write('earlier.json', JSON.stringify(recorded))
  fs.mkdirSync(path.join(folder, 'earlier'), { recursive: true })
  for (const { id } of recorded) write(path.join('earlier', id), JSON.stringify(read(id)))
}

module.exports = { writeReplay }
