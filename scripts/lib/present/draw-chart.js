'use strict'

// Draws a chart: a Vega-Lite spec becomes SVG, in Node, without a browser.

const vega = require('vega')
const { compile } = require('vega-lite')
const { escape } = require('./html')
const { colour, variables } = require('./theme')

/**
 * @typedef {object} Chart
 * @property {string} title
 * @property {string} alt what it shows, in a sentence with figures
 * @property {string[]} [notes] how to read it
 * @property {object} spec Vega-Lite; marks and scales only, `draw` adds the looks
 * @property {string[]} head of the same figures as a table
 * @property {string[][]} rows
 */

// Narrow enough to be read on a phone; a wide screen shows it larger.
const WIDTH = 400

// Without a canvas Vega guesses how wide a text is, and guesses 0.8 em a character, too much. And with one, what is
// drawn would depend on the machine's fonts.
vega.textMetrics.width = (item, text) => 0.58 * item.fontSize * String(text).length

const config = {
  aria: false, // the picture as a whole has a text, and the page a table
  background: null,
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  text: { fontSize: 12, color: colour('ink') },
  rule: { color: colour('muted') },
  axis: {
    labelFontSize: 12,
    labelColor: colour('muted'),
    labelFlush: false,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titleColor: colour('muted'),
    gridColor: colour('faint'),
    domainColor: colour('muted'),
    tickColor: colour('muted'),
    titlePadding: 8
  }
}

/**
 * @param {Chart} chart
 * @returns {Promise<string>} an `svg` element for a page that has the theme's variables
 */
async function drawChart ({ title, alt, spec }) {
  const { spec: compiled } = compile({ width: WIDTH, autosize: { type: 'fit', contains: 'padding' }, padding: 4, config, ...spec })
  const view = new vega.View(vega.parse(compiled), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  const rounded = svg.replace(/<[^>]+>/g, (tag) => tag.replace(/\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2)))))
  return ownIds(rounded, title).replace('<svg', `<svg role="img" aria-label="${escape(alt)}"`)
}

/** Vega counts its ids through all charts of a process. Here they depend on the chart alone, and differ between charts. */
function ownIds (svg, title) {
  const ids = [...new Set(svg.match(/\bclip\d+\b/g))]
  const prefix = title.toLowerCase().replace(/\W+/g, '-')
  return svg.replace(/\bclip\d+\b/g, (id) => `${prefix}-${ids.indexOf(id)}`)
}

/**
 * @param {Chart} chart
 * @returns {Promise<string>} the same as a file of its own, with its own background, light and dark
 */
async function drawChartFile (chart) {
  const svg = await drawChart(chart)
  const own = `<style>${variables}</style><rect width="100%" height="100%" rx="6" fill="${colour('paper')}"/>`
  return `${svg.replace(/^<svg[^>]*>/, (tag) => tag + own)}\n`
}

module.exports = { drawChart, drawChartFile }
