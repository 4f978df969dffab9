'use strict'

const t = require('tap')
const { flameNotes } = require('../../scripts/lib/docs/flame-notes')

t.test('arrows point at the top of the block, along its width, and at the row below it', async (t) => {
  const svg = flameNotes({ x: 100, y: 400, width: 300, height: 24 }, 180)
  t.match(svg, /<path d="M370 278V388"/)
  t.match(svg, /<path d="M100 234H400" marker-start/)
  t.match(svg, /<path d="M190 318V436"/)
  t.equal(svg.match(/<text /g).length, 3)
})
