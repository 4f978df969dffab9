'use strict'

// HTML from template literals: everything is escaped unless it is marked as markup.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text that `html` does not escape. */
class Markup extends String {}

/** @param {string} text @returns {string} for HTML, SVG, or an attribute between quotes */
function escape (text) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character])
}

/** Joins lists. @param {TemplateStringsArray} strings @param {...any} values */
function html (strings, ...values) {
  return new Markup(String.raw({ raw: strings }, ...values.map(render)))
}

function render (value) {
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof Markup ? String(value) : escape(String(value))
}

module.exports = {
  escape,
  html,
  Markup
}
