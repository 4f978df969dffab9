'use strict'

// HTML from template literals, escaped unless it is marked as markup.

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text that `html` does not escape. */
class Markup extends String {}

/** @typedef {string|number|Markup|Array<string|number|Markup>} Value */

/** @param {string} text @returns {string} the same text for HTML, SVG, or an attribute between quotes */
const escape = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character])

// A tag for template literals: it joins lists, keeps markup, and escapes everything else.
/** @type {(strings: TemplateStringsArray, ...values: Value[]) => Markup} */
const html = (strings, ...values) => new Markup(String.raw({ raw: strings }, ...values.map(render)))

/** @param {Value} value @returns {string} */
function render (value) {
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof Markup ? String(value) : escape(String(value))
}

module.exports = { escape, html, Markup }
