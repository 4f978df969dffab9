'use strict'

/** @import { Chart } from './types' */

const { ensureInstalled } = require('../system/npm')
const { escape } = require('./html')
const { colour, themeStyle } = require('./theme')

const WIDTH = 420 // px: on a phone, type of 12 px has 10 or more; a wide screen enlarges it
const ENLARGED = 1.7 // times: the type of a file is as large as that of the page around it

const ink = colour('ink')
const muted = colour('muted')
const fontSize = 12
const LOOKS = {
  width: WIDTH,
  autosize: { type: 'fit-x', contains: 'padding' },
  padding: { left: 4, top: 8, right: 12, bottom: 4 }, // the last label of an axis may be wide
  config: {
    mark: { aria: false }, // the picture as a whole has a text, and the page has a table
    background: colour('paper'),
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    text: { fontSize, color: ink },
    rule: { color: muted },
    legend: {
      orient: 'top',
      title: null,
      labelFontSize: fontSize,
      labelColor: ink,
      symbolSize: 90,
      labelLimit: 130, // px
      offset: 8
    },
    axis: {
      labelFontSize: fontSize,
      labelColor: muted,
      labelBound: 12, // px
      labelOverlap: true,
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
 * Draws an SVG, without a browser, for a page with the variables of the theme.
 * @param {Pick<Chart, 'alt'|'spec'>} chart
 * @param {number} [scale] of its width and height
 */
async function drawChart ({ alt, spec }, scale) {
  ensureInstalled('vega')
  ensureInstalled('vega-lite')
  const vega = await import('vega')
  const { compile } = await import('vega-lite')
  // The widths of a wide font, whatever fonts this machine has.
  const metrics = /** @type {any} */ (vega).textMetrics
  metrics.width = ({ fontSize }, text) => 0.6 * fontSize * String(text).length
  const compiled = compile(/** @type {any} */ ({ ...LOOKS, ...spec }))
  const view = new vega.View(vega.parse(compiled.spec), { renderer: 'none' })
  const svg = await view.toSVG(scale)
  view.finalize()
  return svg
    .replace(/\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))))
    .replace('<svg', `<svg role="img" aria-label="${escape(alt)}"`)
}

/** @param {Chart} chart @param {'light'|'dark'} scheme @returns an SVG with its own colours */
async function drawChartFile (chart, scheme) {
  const svg = await drawChart(chart, ENLARGED)
  return svg.replace('>', `><style>${themeStyle(scheme)}</style>`) + '\n'
}

module.exports = { drawChart, drawChartFile }
