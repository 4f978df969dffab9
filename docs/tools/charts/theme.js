'use strict'

// The colours of the charts, light and dark, as CSS variables.

const { STAGE_COLORS } = require('../../../scripts/lib/cli/project')
const { colourVariables } = require('../../../scripts/lib/live/page-files')

const COLORS = {
  paper: { light: '#ffffff', dark: '#0d1117' },
  ink: { light: '#1f2328', dark: '#e6edf3' },
  muted: { light: '#59636e', dark: '#9da7b1' },
  faint: { light: '#d8dee4', dark: '#30363d' },
  ...STAGE_COLORS
}

/** @param {'light'|'dark'} scheme @returns {string} CSS */
function themeStyle (scheme) {
  return `:root{color-scheme:${scheme};${colourVariables(COLORS)}}`
}

/** @param {string} name one of COLORS @returns {string} its variable */
function colour (name) {
  return `var(--${name})`
}

/** @param {string} field @param {string[]} targets stages @returns an encoding of Vega-Lite */
function colourOf (field, targets) {
  const scale = { domain: targets, range: targets.map(colour) }
  return { field, scale, legend: null }
}

/**
 * @param {string} title
 * @param {number} tickCount
 * @param {number} padding px
 * @returns an axis of Vega-Lite
 */
function logAxis (title, tickCount, padding) {
  return {
    scale: { type: 'log', nice: false, padding },
    axis: { title, format: ',', tickCount }
  }
}

module.exports = { colour, colourOf, logAxis, themeStyle }
