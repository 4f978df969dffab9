'use strict'

// The colours of the charts, light and dark, as CSS variables.

const { STAGE_COLORS } = require('../cli/stages')

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

/** @param {Record<string, {light: string, dark: string}>} colours @returns {string} CSS */
function colourVariables (colours) {
  const variables = Object.entries(colours).map(([name, { light, dark }]) =>
    `--${name}:light-dark(${light},${dark})`)
  return variables.join(';')
}

/** @param {string} name one of COLORS @returns {string} its variable */
function colour (name) {
  return `var(--${name})`
}

/** @param {string[]} targets stages @returns a scale of Vega-Lite */
function colourScale (targets) {
  return { domain: targets, range: targets.map(colour) }
}

module.exports = {
  colour,
  colourScale,
  colourVariables,
  themeStyle
}
