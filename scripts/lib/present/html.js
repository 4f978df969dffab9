'use strict'

// HTML from template literals, escaped unless told otherwise.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

class Markup {
  constructor (text) { this.text = text }
  toString () { return this.text }
}

/**
 * @param {string} text
 * @returns {string} the same as it stands in HTML, SVG, or an attribute between quotes
 */
const escape = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character])

/**
 * @param {string} text that is markup already
 * @returns {Markup} what `html` leaves as it is
 */
const markup = (text) => new Markup(text)

/**
 * A tag for template literals: html`<p>${name}</p>`. Lists are joined, markup stays, everything else is escaped.
 *
 * @param {TemplateStringsArray} strings
 * @param {...(string|number|Markup|Array<string|number|Markup>)} values
 * @returns {Markup}
 */
const html = (strings, ...values) => markup(String.raw({ raw: strings }, ...values.map(render)))

function render (value) {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escape(String(value))
}

module.exports = { escape, html, markup }
