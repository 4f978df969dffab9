'use strict'

// The files of the page, the colours of the stages, and the runs it can play again.

const fs = require('node:fs')
const path = require('node:path')
const { STAGE_COLORS } = require('../cli/stages')
const { RECORDED, RESULTS } = require('../load/results')
const { listResults } = require('../load/saved-results')
const { colourVariables } = require('../show/theme')

const PAGE = path.join(__dirname, 'page')
const UPLOT = path.dirname(require.resolve('uplot/dist/uPlot.esm.js'))

/** @returns {string} CSS */
function stageColors () {
  return `:root{${colourVariables(STAGE_COLORS)}}\n`
}

// The newest first.
function listRuns (folder) {
  const runs = []
  for (const { file, result } of listResults(folder, /live-.*\.json$/)) {
    if (result.kind !== 'live') continue
    const time = result.startedAt.slice(0, 16).replace('T', ' ')
    const name = `${result.settings.targets.join(', ')}, ${time}`
    runs.unshift({
      id: path.basename(file),
      name: folder === RECORDED ? `${name}, recorded` : name
    })
  }
  return runs
}

/** Lists the runs that the page can play again. */
const earlierRuns = () => [...listRuns(RESULTS), ...listRuns(RECORDED)]

/**
 * Writes the page without a server, for a site: it plays the recorded race.
 * @param {string} folder gets the files
 */
function writeReplay (folder) {
  fs.cpSync(PAGE, folder, { recursive: true })
  fs.cpSync(UPLOT, path.join(folder, 'uplot'), { recursive: true })
  const write = (file, text) => fs.writeFileSync(path.join(folder, file), text)
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  write('index.html', page.replace('<html ', '<html data-no-server '))
  write('stages.css', stageColors())

  const runs = listRuns(RECORDED)
  write('earlier.json', JSON.stringify(runs))
  for (const { id } of runs) {
    fs.cpSync(path.join(RECORDED, id), path.join(folder, 'earlier', id))
  }
}

module.exports = { earlierRuns, stageColors, writeReplay, PAGE, UPLOT }
