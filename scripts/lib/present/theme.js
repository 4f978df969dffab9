'use strict'

// The colours of the charts and of the report, light and dark, as CSS variables.

const { STAGE_COLORS } = require('../base/stages')

/** @type {Record<string, {light: string, dark: string}>} */
const COLORS = {
  paper: { light: '#ffffff', dark: '#0d1117' },
  ink: { light: '#1f2328', dark: '#e6edf3' },
  muted: { light: '#59636e', dark: '#9da7b1' },
  faint: { light: '#d8dee4', dark: '#30363d' },
  accent: { light: '#0969da', dark: '#58a6ff' },
  ...STAGE_COLORS,
  other0: { light: '#9b3f79', dark: '#e39ac4' },
  other1: { light: '#7a6000', dark: '#e3c341' },
  other2: { light: '#5b4bb5', dark: '#b3a6ff' },
  other3: { light: '#8c4351', dark: '#ff9fae' },
  other4: { light: '#00707a', dark: '#4fd0dd' },
  other5: { light: '#4d7000', dark: '#a3d15a' }
}
const OTHERS = 6

/**
 * Gives the variables their values.
 * @param {'light'|'dark'} [scheme] the default is that of the reader's system
 * @returns {string} CSS
 */
function themeStyle (scheme) {
  if (scheme) return `:root{color-scheme:${scheme};${variables(scheme)}}`
  return `:root{color-scheme:light dark;${variables('light')}}` +
    `@media (prefers-color-scheme:dark){:root{${variables('dark')}}}`
}

/** @param {'light'|'dark'} scheme */
function variables (scheme) {
  const lines = Object.entries(COLORS).map(([name, pair]) => `--${name}:${pair[scheme]}`)
  return lines.join(';')
}

/** @param {string} name one of COLORS */
function colour (name) {
  return `var(--${name})`
}

/** @param {string[]} names targets @returns {string[]} stages have colours of their own */
function coloursOf (names) {
  const others = [...new Set(names.filter((name) => !Object.hasOwn(STAGE_COLORS, name)))]
  return names.map((name) => {
    const i = others.indexOf(name)
    return colour(i < 0 ? name : `other${i % OTHERS}`)
  })
}

module.exports = { colour, coloursOf, themeStyle }
