'use strict'

// Draws a chart: turns a Vega-Lite spec into SVG, in Node.js, without a browser.

const { ensureInstalled } = require('../base/optional-package')
const { escape } = require('./html')
const { colour, variablesOf } = require('./theme')

/**
 * @typedef {object} Chart
 * @property {string} title
 * @property {string} alt what it shows, in a sentence with figures
 * @property {string[]} notes how to read it
 * @property {Record<string, any>} spec Vega-Lite: marks and scales only; `drawChart` adds the looks
 * @property {string[]} head of the same figures as a table
 * @property {string[][]} rows
 */

/** @typedef {{fontSize: number, fontWeight?: string}} Font */
/** @typedef {(results: import('../measure/measure').Result[]) => Chart} ResultsChart of one result of each target */

const [ink, muted, fontSize] = [colour('ink'), colour('muted'), 12]
const WIDTH = 400 // px: narrow enough for a phone; a wide screen shows it larger
const FILE_WIDTH = 500 // px, before it is enlarged to 800
const ENLARGED = 1.6 // times: a file's type is as large as that of the diagrams beside it
const looks = {
  autosize: { type: 'fit', contains: 'padding' },
  padding: { left: 4, top: 4, right: 10, bottom: 4 }, // the last label of an axis may be wider than it is estimated
  config: {
    mark: { aria: false }, // the picture as a whole has a text, and the page a table
    background: null,
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    text: { fontSize, color: ink },
    rule: { color: muted },
    axis: {
      ...{ labelFontSize: fontSize, labelColor: muted, labelFlush: false, labelOverlap: true },
      ...{ titleFontSize: fontSize, titleFontWeight: 'normal', titleColor: muted, titlePadding: 8 },
      ...{ gridColor: colour('faint'), domain: false, domainColor: muted, ticks: false, tickColor: muted }
    }
  }
}

// An `svg` for a page with the theme's variables. The id is unique there, the width is in px.
/** @type {(chart: Chart, id?: string, width?: number) => Promise<string>} */
async function drawChart ({ title, alt, spec }, id = title, width = WIDTH) {
  ensureInstalled('vega')
  ensureInstalled('vega-lite')
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]) // ES modules
  // Without a canvas Vega estimates the width of a text at 0.8 em a character, which is too much. A canvas would make
  // the drawing depend on the machine's fonts. These are the widths of a wide one, DejaVu Sans.
  const { textMetrics } = /** @type {any} */ (vega) // its types leave this out
  textMetrics.width = (/** @type {Font} */ { fontSize, fontWeight }, /** @type {unknown} */ text) =>
    (fontWeight === 'bold' ? 0.64 : 0.58) * fontSize * String(text).length
  const { spec: compiled } = compile(/** @type {any} */ ({ ...looks, width, ...spec }))
  const view = new vega.View(vega.parse(compiled), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  const ids = [...new Set(svg.match(/\bclip\d+\b/g))] // Vega numbers them through all charts of a process
  const prefix = id.toLowerCase().replace(/\W+/g, '-')
  return svg.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/\d+\.\d{3,}/g, (digits) => `${Number(Number(digits).toFixed(2))}`))
    .replace(/\bclip\d+\b/g, (own) => `${prefix}-${ids.indexOf(own)}`)
    .replace('<svg', `<svg role="img" aria-label="${escape(alt)}"`)
}

/** @type {(chart: Chart, scheme: 'light'|'dark') => Promise<string>} a file of its own, with large type */
async function drawChartFile (chart, scheme) {
  const background = `<rect width="100%" height="100%" rx="6" fill="${colour('paper')}"/>`
  const svg = await drawChart(chart, chart.title, FILE_WIDTH)
  return `${svg.replace(/ width="([\d.]+)" height="([\d.]+)"(.*?>)/, (_, width, height, rest) =>
    ` width="${width * ENLARGED}" height="${Math.round(height * ENLARGED)}"${rest}` +
    `<style>${variablesOf(scheme)}</style>${background}`)}\n`
}

module.exports = { drawChart, drawChartFile }
