'use strict'

// The files of the page, and the runs it can play again.

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { listResults, RECORDED } = require('../load/saved-results')

const PAGE = path.join(__dirname, 'page')
const UPLOT = path.dirname(require.resolve('uplot/dist/uPlot.esm.js'))

/** @returns {string} d3-flame-graph with all that it needs, each after what it needs itself */
function flameGraphScript () {
  const scripts = new Map()

  /** @param {string} name @param {NodeJS.Require} require */
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

/** @param {string} folder @returns the runs in it that the page can play again, the newest first */
function listRuns (folder) {
  const runs = []
  for (const { file, result } of listResults(folder, /live-.*\.json$/)) {
    if (result.kind !== 'live') continue
    const time = result.startedAt.slice(0, 16).replace('T', ' ')
    const name = `${time} UTC: ${result.settings.targets.join(', ')}`
    runs.unshift({
      id: path.basename(file),
      name: folder === RECORDED ? `${name}, recorded` : name
    })
  }
  return runs
}

module.exports = { flameGraphScript, listRuns, PAGE, UPLOT }
