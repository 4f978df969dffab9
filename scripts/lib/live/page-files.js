'use strict'

// The files of the page, the colours of the stages, and the runs it can play again.

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { STAGE_COLORS } = require('../cli/stages')
const { RECORDED, RESULTS } = require('../load/results')
const { listResults } = require('../load/saved-results')

const PAGE = path.join(__dirname, 'page')
const UPLOT = path.dirname(require.resolve('uplot/dist/uPlot.esm.js'))

/** @param {Record<string, {light: string, dark: string}>} colours @returns {string} CSS */
function colourVariables (colours) {
  const variables = Object.entries(colours).map(([name, { light, dark }]) =>
    `--${name}:light-dark(${light},${dark})`)
  return variables.join(';')
}

/** @returns {string} CSS */
function stageColors () {
  return `:root{${colourVariables(STAGE_COLORS)}}\n`
}

/** @returns {string} d3-flame-graph with all that it needs, each after what it needs itself */
function flameGraphScript () {
  const scripts = new Map()

  function add (name, require) {
    const folder = path.dirname(require.resolve(name)) // dist/
    const manifest = path.join(folder, '../package.json')
    const { dependencies = {} } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
    for (const needed of Object.keys(dependencies)) add(needed, createRequire(manifest))
    const file = name === 'd3-flame-graph' ? 'd3-flamegraph.umd.js' : `${name}.js`
    const script = path.join(folder, file)
    if (!scripts.has(script)) scripts.set(script, fs.readFileSync(script, 'utf8'))
  }

  add('d3-flame-graph', require)
  return Array.from(scripts.values()).join('\n;\n')
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

module.exports = {
  colourVariables,
  earlierRuns,
  flameGraphScript,
  stageColors,
  writeReplay,
  PAGE,
  UPLOT
}
