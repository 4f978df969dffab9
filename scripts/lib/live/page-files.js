'use strict'

const path = require('node:path')
const { STAGE_COLORS } = require('../base/stages')

/** The folders of the page's files, by their path in the URL. */
const FOLDERS = {
  '/': path.join(__dirname, 'page'),
  '/uplot/': path.dirname(require.resolve('uplot/dist/uPlot.esm.js'))
}

/**
 * Declares the colours of the stages.
 * @returns {string} CSS
 */
function stageColors () {
  const lines = Object.entries(STAGE_COLORS).map(([name, { light, dark }]) => {
    return `--${name}: light-dark(${light}, ${dark});`
  })
  return `:root {\n${lines.join('\n')}\n}\n`
}

module.exports = { FOLDERS, stageColors }
