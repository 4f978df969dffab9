'use strict'

const { Writable } = require('node:stream')
const t = require('tap')
const { paint, withProgressBar } = require('../../scripts/lib/cli/terminal')

/** Stands in for stderr: what was drawn. */
function drawnLines (t) {
  const lines = []
  const value = {
    isTTY: true,
    columns: 200,
    cursorTo () {},
    clearLine: (part) => { if (part === undefined) lines.push('cleared') },
    write: (text) => lines.push(text)
  }
  t.intercept(process, 'stderr', { value })
  return lines
}

t.test('text is coloured on a terminal with colours, unless NO_COLOR is set', async (t) => {
  const { NO_COLOR, FORCE_COLOR, ...env } = process.env
  const getColorDepth = () => process.env.NO_COLOR ? 1 : 4
  const terminal = Object.assign(new Writable(), { isTTY: true, getColorDepth })
  const bold = (stream) => paint('bold', 'a', stream)
  t.intercept(process, 'env', { value: env })
  t.equal(bold(terminal), '\u001b[1ma\u001b[22m')
  t.equal(bold(new Writable()), 'a')
  t.intercept(process, 'env', { value: { ...env, NO_COLOR: '1' } })
  t.equal(bold(terminal), 'a')
})

t.test('a progress bar shows the share that is done, and goes with the work', async (t) => {
  const lines = drawnLines(t)
  const result = await withProgressBar('compare', async (update) => {
    update(0.4)
    return 'what the work gives'
  })
  t.equal(result, 'what the work gives')
  t.strictSame(lines, [`compare [${'='.repeat(12)}${' '.repeat(18)}] 40%`, 'cleared'])
  await t.rejects(withProgressBar('compare', async () => { throw new Error('slow died') }))
  t.equal(lines[2], 'cleared', 'also when it fails')
})
