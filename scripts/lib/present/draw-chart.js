'use strict'

// Draws a chart: turns a Vega-Lite spec into SVG, in Node.js, without a browser.

/** @import { Chart } from './types' */

const { ensureInstalled } = require('../system/npm')
const { escape } = require('./html')
const { colour, themeStyle } = require('./theme')

const WIDTH = 400 // px: narrow enough for a phone; a wide screen shows it larger
const FILE_WIDTH = 450 // px, before it is enlarged to 720; type of 10 px on a phone
const ENLARGED = 1.6 // times: the type of a file is as large as that of the page around it

const ink = colour('ink')
const muted = colour('muted')
const fontSize = 12
const LOOKS = {
  autosize: { type: 'fit', contains: 'padding' },
  padding: { left: 4, top: 8, right: 12, bottom: 4 }, // the last label of an axis may be wide
  config: {
    mark: { aria: false }, // the picture as a whole has a text, and the page has a table
    background: null,
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    text: { fontSize, color: ink },
    rule: { color: muted },
    axis: {
      labelFontSize: fontSize,
      labelColor: muted,
      labelFlush: false,
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
 * Draws an SVG for a page that has the variables of the theme.
 * @param {Pick<Chart, 'alt'|'spec'>} chart
 * @param {string} id unique in the page
 * @param {number} [width] px
 * @returns {Promise<string>}
 */
async function drawChart ({ alt, spec }, id, width = WIDTH) {
  ensureInstalled('vega')
  ensureInstalled('vega-lite')
  const vega = await import('vega')
  const { compile } = await import('vega-lite')
  estimateTextWidths(vega)
  const compiled = compile(/** @type {any} */ ({ ...LOOKS, width, ...spec }))
  const view = new vega.View(vega.parse(compiled.spec), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  const prefix = id.toLowerCase().replace(/\W+/g, '-')
  const clips = [...new Set(svg.match(/\bclip\d+\b/g))] // numbered through all charts of a process
  return svg
    .replace(/\bclip\d+\b/g, (clip) => `${prefix}-${clips.indexOf(clip)}`)
    .replace(/\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))))
    .replace('<svg', `<svg role="img" aria-label="${escape(alt)}"`)
}

/**
 * Makes the drawing independent of this machine's fonts, with the widths of a wide font, DejaVu
 * Sans. Without a canvas, Vega takes 0.8 em for a character, which is too much.
 * @param {any} vega
 */
function estimateTextWidths ({ textMetrics }) {
  textMetrics.width = (/** @type {any} */ { fontSize, fontWeight }, /** @type {unknown} */ text) =>
    (fontWeight === 'bold' ? 0.64 : 0.58) * fontSize * String(text).length
}

/**
 * Draws the SVG of a file, which has its own background and large type.
 * @param {Chart} chart
 * @param {'light'|'dark'} scheme
 * @returns {Promise<string>}
 */
async function drawChartFile (chart, scheme) {
  const svg = await drawChart(chart, chart.title, FILE_WIDTH)
  const style = `<style>${themeStyle(scheme)}</style>`
  const paper = `<rect width="100%" height="100%" rx="6" fill="${colour('paper')}"/>`
  const enlarged = svg.replace(/ width="(\d+)" height="(\d+)"(.*?>)/, (_, width, height, rest) =>
    ` width="${width * ENLARGED}" height="${Math.round(height * ENLARGED)}"${rest}${style}${paper}`)
  return `${enlarged}\n`
}

module.exports = { drawChart, drawChartFile }
