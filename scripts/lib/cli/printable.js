'use strict'

// Control characters but the end of a line, and what changes the direction of a text.
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu

/** @param {string} text that may have names of a program in it @returns {string} for a terminal */
function printable (text) {
  return text.replace(CONTROLS, '\ufffd')
}

module.exports = { printable }
