'use strict'

// HTML from template literals, escaped unless it is marked as markup.

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

class Markup {
  /** @param {string} text */
  constructor (text) { this.text = text }
  toString () { return this.text }
}

/** @typedef {string|number|Markup|Array<string|number|Markup>} Value */

/** @param {string} text @returns {string} the same text for HTML, SVG, or an attribute between quotes */
const escape = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character])

/** @param {string} text that `html` must not escape */
const markup = (text) => new Markup(text)

/**
 * A tag for template literals: html`<p>${name}</p>`. It joins lists, keeps markup, and escapes everything else.
 *
 * @param {TemplateStringsArray} strings
 * @param {...Value} values
 */
const html = (strings, ...values) => markup(String.raw({ raw: strings }, ...values.map(render)))

/** @param {Value} value @returns {string} */
function render (value) {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escape(String(value))
}

module.exports = { escape, html, markup }
