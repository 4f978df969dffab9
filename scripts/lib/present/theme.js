'use strict'

// The colours of the charts and of the report, light and dark, as CSS variables.

// Targets: hues of Okabe and Ito's palette, which colour-blind people tell apart ("Color Universal Design", 2008),
// darkened for light paper and lightened for dark, so that text on a bar has a contrast of at least 4.5 : 1.
/** @type {Record<string, [light: string, dark: string]>} */
const COLOURS = {
  paper: ['#ffffff', '#0d1117'],
  ink: ['#1f2328', '#e6edf3'],
  muted: ['#59636e', '#9da7b1'],
  faint: ['#d8dee4', '#30363d'],
  accent: ['#0969da', '#58a6ff'],
  slow: ['#b84a00', '#ff9655'],
  fast: ['#0067a3', '#56b4e9'],
  optimized: ['#007453', '#2fc99b'],
  baseline: ['#57606a', '#b1bac4'],
  other0: ['#9b3f79', '#e39ac4'],
  other1: ['#7a6000', '#e3c341'],
  other2: ['#5b4bb5', '#b3a6ff'],
  other3: ['#8c4351', '#ff9fae'],
  other4: ['#00707a', '#4fd0dd'],
  other5: ['#4d7000', '#a3d15a'],
  other6: ['#8a2bab', '#dc9bf5'],
  other7: ['#6f4e37', '#cdaa8f']
}
const TARGETS = ['slow', 'fast', 'optimized', 'baseline']
const OTHERS = 8
const SCHEMES = /** @type {const} */ (['light', 'dark'])

/** @param {number} scheme */
const declare = (scheme) => Object.entries(COLOURS).map(([name, pair]) => `--${name}:${pair[scheme]}`).join(';')

/** CSS that gives the variables their values for a light or a dark system. */
const variables = `:root{color-scheme:light dark;${declare(0)}}@media (prefers-color-scheme:dark){:root{${declare(1)}}}`

/** @param {'light'|'dark'} scheme @returns {string} CSS that gives them the values of this scheme on every system */
const variablesOf = (scheme) => `:root{color-scheme:${scheme};${declare(SCHEMES.indexOf(scheme))}}`

/** @param {string} name one of COLOURS */
const colour = (name) => `var(--${name})`

// Each target has its colour: a stage its own, eight others theirs, and more of them the same ones with ink in them.
/** @param {string[]} names of targets @returns {string[]} no two names have the same */
function coloursOf (names) {
  const others = [...new Set(names.filter((name) => !TARGETS.includes(name)))]
  return names.map((name) => {
    const i = others.indexOf(name)
    const base = colour(i < 0 ? name : `other${i % OTHERS}`)
    return i < OTHERS ? base : `color-mix(in srgb,${base},${colour('ink')} ${Math.floor(i / OTHERS) * 20}%)`
  })
}

module.exports = { colour, coloursOf, SCHEMES, variables, variablesOf }
