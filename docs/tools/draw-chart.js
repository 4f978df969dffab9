'use strict'

// Draws Vega-Lite specs without a browser, with the colours of the stages as CSS variables.

const { colourVariables, STAGE_COLORS } = require('../../scripts/lib/live/page-files')

const COLORS = {
  paper: { light: '#ffffff', dark: '#0d1117' },
  ink: { light: '#1f2328', dark: '#e6edf3' },
  muted: { light: '#59636e', dark: '#9da7b1' },
  faint: { light: '#d8dee4', dark: '#30363d' },
  ...STAGE_COLORS
}
const WIDTH = 420 // px
const ENLARGED = 1.7 // times: the type is as large as that of the page around the picture

const ink = colour('ink')
const muted = colour('muted')
const fontSize = 12
const LOOKS = {
  width: WIDTH,
  autosize: { type: 'fit-x', contains: 'padding' },
  padding: { left: 4, top: 8, right: 12, bottom: 4 }, // the last label of an axis may be wide
  config: {
    mark: { aria: false }, // the page that shows the picture has a text
    background: colour('paper'),
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    title: { color: ink, fontSize, anchor: 'start', frame: 'bounds' },
    line: { strokeWidth: 2.5 },
    point: { filled: true, size: 60, opacity: 1 },
    rule: { strokeWidth: 2 },
    text: { fontSize, fontWeight: 'bold', color: ink },
    legend: {
      orient: 'top',
      title: null,
      labelFontSize: fontSize,
      labelColor: ink,
      symbolSize: 90,
      offset: 8
    },
    axis: {
      labelFontSize: fontSize,
      labelColor: muted,
      labelBound: 12, // px
      titleFontSize: fontSize,
      titleFontWeight: 'normal',
      titleColor: muted,
      titlePadding: 8,
      gridColor: colour('faint'),
      domain: false,
      ticks: false
    }
  }
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

/**
 * @param {Record<string, any>} chart Vega-Lite: data, marks and scales; the looks are added here
 * @returns {Promise<Record<'light'|'dark', string>>} two SVGs with their own colours
 */
async function drawChart (chart) {
  const vega = await import('vega')
  const { compile } = await import('vega-lite')
  // The widths of a wide font, whatever fonts this machine has.
  const metrics = /** @type {any} */ (vega).textMetrics
  metrics.width = ({ fontSize }, text) => 0.6 * fontSize * String(text).length
  const { spec } = compile(/** @type {any} */ ({ ...LOOKS, ...chart }))
  const view = new vega.View(vega.parse(spec), { renderer: 'none' })
  const svg = await view.toSVG(ENLARGED)
  view.finalize()
  const rounded = svg.replace(/\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))))
  function withColours (scheme) {
    const style = `:root{color-scheme:${scheme};${colourVariables(COLORS)}}`
    return rounded.replace('>', `><style>${style}</style>`) + '\n'
  }
  return { light: withColours('light'), dark: withColours('dark') }
}

module.exports = { colour, colourOf, drawChart, logAxis, WIDTH }
