'use strict'

// Draws Vega-Lite specs without a browser, with the colours of the stages as CSS variables.

const fs = require('node:fs')
const path = require('node:path')
const { PAGE } = require('../../scripts/lib/live/page-files')

const COLORS = `
  --paper: light-dark(#ffffff, #0d1117);
  --ink: light-dark(#1f2328, #e6edf3);
  --muted: light-dark(#59636e, #9da7b1);
  --faint: light-dark(#d8dee4, #30363d);
${fs.readFileSync(path.join(PAGE, 'stages.css'), 'utf8')}`
const VARIABLES = COLORS.match(/--\w+: light-dark\(.*\)/g)?.join(';').replaceAll(' ', '')
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
    line: { strokeWidth: 2.5 },
    point: { filled: true, size: 60, opacity: 1 },
    rule: { strokeWidth: 2 },
    title: { anchor: 'start', fontSize, fontWeight: 'normal', color: ink, offset: 10 },
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

/** @param {string} name of COLORS @returns {string} its variable */
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
 * @param {Record<string, any>} chart Vega-Lite: title, data, marks and scales; the looks are added
 *   here
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
    const style = `:root{color-scheme:${scheme};${VARIABLES}}`
    return rounded.replace('>', `><title>${chart.title}</title><style>${style}</style>`) + '\n'
  }
  return { light: withColours('light'), dark: withColours('dark') }
}

module.exports = { colour, colourOf, drawChart, logAxis, WIDTH }
