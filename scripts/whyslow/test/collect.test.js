'use strict'

const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { readDuring } = require('../observe/collect')

const BEAT = 20 // ms

t.test('it reads at each beat while the work goes on, and once at its end', async (t) => {
  const steps = []
  const ask = async (question) => steps.push(question)
  const work = sleep(7.5 * BEAT).then(() => steps.push('done'))
  const onBeat = () => sleep(1).then(() => steps.push('beat'))
  const intervals = await readDuring(ask, work, { beat: BEAT, onBeat })
  const beats = intervals.length - 1
  t.ok(beats > 1 && beats < 8, `${beats} beats`)
  t.strictSame(steps, [...Array(beats).fill(['read', 'beat']).flat(), 'done', 'read'])
  t.strictSame(await readDuring(async () => 7, Promise.resolve(), { beat: 500 }), [7])
})

t.test('a question, the work or a beat that fails ends it; so does an abort', async (t) => {
  const err = new Error('blocked')
  const fail = async () => { throw err }
  const never = () => new Promise(() => {})
  let asked = 0
  const ask = async () => asked++
  const end = async (run, work, options) => {
    t.equal(await t.rejects(readDuring(run, work(), { beat: BEAT, ...options })), err)
  }
  await end(fail, never)
  await end(ask, fail)
  await end(ask, never, { signal: AbortSignal.abort(err) })
  t.equal(asked, 0)
  await end(ask, never, { onBeat: fail })
  t.equal(asked, 1)
  await end(fail, () => sleep(2 * BEAT).then(fail))
  await sleep(3 * BEAT) // the work fails now: that is no unhandled rejection
})
