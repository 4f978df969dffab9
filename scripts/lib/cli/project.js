'use strict'

const path = require('node:path')

const ROOT = path.resolve(__dirname, '../../..') // the project's folder

const STAGES = ['slow', 'fast', 'optimized']

// Hues of Okabe and Ito ("Color Universal Design", 2008), which colour-blind people tell apart.
// Text on them has a contrast of at least 4.5 : 1.
const STAGE_COLORS = {
  slow: { light: '#b84a00', dark: '#ff9655' },
  fast: { light: '#0067a3', dark: '#56b4e9' },
  optimized: { light: '#007453', dark: '#2fc99b' },
  baseline: { light: '#57606a', dark: '#b1bac4' }
}

module.exports = { ROOT, STAGES, STAGE_COLORS }
