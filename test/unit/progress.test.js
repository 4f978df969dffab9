'use strict'

const t = require('tap')
const { withProgressBar } = require('../../scripts/lib/base/progress')

/** Stands in for the terminal at stderr: the lines that were drawn. */
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

const bar = (done, share) => `compare [${'='.repeat(done)}${' '.repeat(30 - done)}] ${share}`

t.test('the bar shows the share that is done, and goes when the work ends', async (t) => {
  const lines = drawnLines(t, true)
  const result = await withProgressBar('compare', async (update) => {
    for (const share of [0.25, 0.4, 1]) {
      await new Promise((resolve) => setTimeout(resolve, 20)) // the bar is drawn at most every 16 ms
      update(share)
    }
    lines.push('done')
    return 'what the work gives'
  })
  t.equal(result, 'what the work gives')
  t.strictSame(lines.filter((line) => line !== 'cleared'),
    [bar(8, '25%'), bar(12, '40%'), bar(30, '100%'), 'done'])
  t.equal(lines.at(-1), 'cleared')
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
  t.strictSame(lines.filter((line) => line !== 'cleared'), [])
})
