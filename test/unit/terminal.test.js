'use strict'

const path = require('node:path')
const t = require('tap')
const { fileLine, painter } = require('../../scripts/lib/base/terminal')

const terminal = { isTTY: true, hasColors: () => true }
const BOLD = '\u001b[1ma\u001b[22m'

/** @param {import('tap').Test} t @param {Record<string, string>} env */
function withEnvironment (t, env) {
  const { NO_COLOR, ...rest } = process.env
  t.intercept(process, 'env', { value: { ...rest, ...env } })
}

t.test('text is coloured on a terminal with colours', async (t) => {
  withEnvironment(t, {})
  t.equal(painter(terminal)('bold', 'a'), BOLD)
})

t.test('text is plain where there is no terminal, or one without colours', async (t) => {
  withEnvironment(t, {})
  for (const stream of [{}, { isTTY: false, hasColors: () => true }, { isTTY: true, hasColors: () => false }]) {
    t.equal(painter(stream)('bold', 'a'), 'a')
  }
})

t.test('NO_COLOR keeps text plain, whatever the terminal can do', async (t) => {
  withEnvironment(t, { NO_COLOR: '1' })
  t.equal(painter(terminal)('bold', 'a'), 'a')
})

t.test('the line that names a file is relative to the working directory', async (t) => {
  t.equal(fileLine((style, text) => `<${style}>${text}`, 'saved', path.resolve('results/a.json')),
    `<bold>saved       ${path.join('results', 'a.json')}`)
})
