'use strict'

const t = require('tap')
const { withProgressBar } = require('../../scripts/lib/base/terminal')

/** Stands in for the terminal at stderr: what was drawn. */
function drawnLines (t, isTTY) {
  const lines = []
  const value = {
    isTTY,
    columns: 200,
    cursorTo () {},
    clearLine: (part) => { if (part === undefined) lines.push('cleared') },
    write: (text) => lines.push(text)
  }
  t.intercept(process, 'stderr', { value })
  return lines
}

t.test('the bar shows the share that is done, and goes when the work ends', async (t) => {
  const lines = drawnLines(t, true)
  const result = await withProgressBar('compare', async (update) => {
    update(0.4)
    lines.push('done')
    return 'what the work gives'
  })
  t.equal(result, 'what the work gives')
  t.strictSame(lines, [`compare [${'='.repeat(12)}${' '.repeat(18)}] 40%`, 'done', 'cleared'])
})

t.test('the bar goes when the work fails', async (t) => {
  const lines = drawnLines(t, true)
  const died = new Error('slow died')
  t.equal(await t.rejects(withProgressBar('compare', async () => { throw died })), died)
  t.strictSame(lines, ['cleared'])
})

t.test('nothing is drawn where there is no terminal', async (t) => {
  const lines = drawnLines(t, false)
  await withProgressBar('compare', async (update) => update(0.5))
  t.notMatch(lines.join(), /compare/)
})
