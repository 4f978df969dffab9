'use strict'

/**
 * A picture in the docs.
 * @typedef {object} Chart
 * @property {string} alt what it shows, in a sentence with figures
 * @property {Record<string, any>} spec Vega-Lite: marks and scales; drawChart adds the looks
 */

const { colour, themeStyle } = require('./charts/theme')

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
    mark: { aria: false }, // the picture as a whole has a text
    background: colour('paper'),
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    text: { fontSize, color: ink },
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

/**
 * Draws a chart without a browser.
 * @param {Chart} chart
 * @param {'light'|'dark'} scheme
 * @returns {Promise<string>} an SVG with its own colours
 */
async function drawChart ({ alt, spec }, scheme) {
  const vega = await import('vega')
  const { compile } = await import('vega-lite')
  // The widths of a wide font, whatever fonts this machine has.
  const metrics = /** @type {any} */ (vega).textMetrics
  metrics.width = ({ fontSize }, text) => 0.6 * fontSize * String(text).length
  const compiled = compile(/** @type {any} */ ({ ...LOOKS, ...spec }))
  const view = new vega.View(vega.parse(compiled.spec), { renderer: 'none' })
  const svg = await view.toSVG(ENLARGED)
  view.finalize()
  const rounded = svg.replace(/\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))))
  return rounded
    .replace('<svg', `<svg role="img" aria-label="${alt}"`)
    .replace('>', `><style>${themeStyle(scheme)}</style>`) + '\n'
}

module.exports = { drawChart }
