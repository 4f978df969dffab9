'use strict'

const path = require('node:path')
const { Writable } = require('node:stream')
const t = require('tap')
const { fileLine, painter } = require('../../scripts/lib/base/terminal')

t.test('text is coloured on a terminal with colours, unless NO_COLOR is set', async (t) => {
  const { NO_COLOR, FORCE_COLOR, ...env } = process.env
  const getColorDepth = () => process.env.NO_COLOR ? 1 : 4
  const terminal = Object.assign(new Writable(), { isTTY: true, getColorDepth })
  const paint = (stream) => painter(stream)('bold', 'a')
  t.intercept(process, 'env', { value: env })
  t.equal(paint(terminal), '\u001b[1ma\u001b[22m')
  t.equal(paint(new Writable()), 'a')
  t.intercept(process, 'env', { value: { ...env, NO_COLOR: '1' } })
  t.equal(paint(terminal), 'a')
})

t.test('the line that names a file is relative to the working directory', async (t) => {
  const paint = (style, text) => `<${style}>${text}`
  t.equal(fileLine(paint, 'saved', path.resolve('results/a.json')),
    `<bold>saved       ${path.join('results', 'a.json')}`)
})
