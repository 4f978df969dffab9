'use strict'

const t = require('tap')
const { withProgressBar } = require('../../scripts/lib/base/progress')

/** Stands in for the terminal at stderr, and for the clock; `lines` are the lines that were drawn. */
function standIn (t, isTTY) {
  const lines = []
  let now = 5000
  const terminal = {
    isTTY,
    columns: 200,
    cursorTo () {},
    clearLine: (part) => { if (part === undefined) lines.push('cleared') },
    write: (text) => lines.push(text)
  }
  t.intercept(process, 'stderr', { value: terminal })
  t.intercept(Date, 'now', { value: () => now })
  return { lines, advance: (ms) => { now += ms } }
}

/** The line of a bar whose first `done` of 30 parts are full. */
const line = (done, rest) => `compare [${'='.repeat(done)}${' '.repeat(30 - done)}] ${rest}`

t.test('the bar shows the share that is done and the time that is left, and goes when the work ends', async (t) => {
  const { lines, advance } = standIn(t, true)
  const steps = [[0, 0], [1000, 0.004], [19_000, 0.25], [20_000, 0.4], [1900, 0.41], [20_000, 0.615], [100, 1]]
  const result = await withProgressBar('compare', async (update) => {
    for (const [ms, share] of steps) {
      advance(ms)
      update(share)
    }
    lines.push('done')
    return 'what the work gives'
  })
  t.equal(result, 'what the work gives')
  t.strictSame(lines, [
    line(0, '0%, time left unknown yet'),
    line(0, '0%, 4 min 9 s left'),
    line(8, '25%, 1 min 0 s left'),
    line(12, '40%, 1 min 0 s left'),
    line(12, '41%, 1 min 0 s left'),
    line(18, '61%, 39 s left'),
    line(30, '100%, 0 s left'),
    'cleared', // the bar has reached its end
    'done',
    'cleared'
  ])
})

t.test('the bar goes when the work fails', async (t) => {
  const { lines } = standIn(t, true)
  const died = new Error('slow died')
  t.equal(await t.rejects(withProgressBar('compare', async () => { throw died })), died)
  t.strictSame(lines, ['cleared'])
})

t.test('nothing is drawn where there is no terminal', async (t) => {
  const { lines } = standIn(t, false)
  t.equal(await withProgressBar('compare', async (update) => update(0.5)), undefined)
  t.strictSame(lines, [])
})
