'use strict'

/** @type {Record<string, string>} */
const COLOURS = { '+': 'green', '-': 'red', '@': 'cyan' }

/** @type {(diff: string, paint: import('./table').Paint) => string} a unified diff in colours */
const colourDiff = (diff, paint) => diff.replace(/^[+@-].*/gm, (line) => paint(COLOURS[line[0]], line))

module.exports = { colourDiff }
