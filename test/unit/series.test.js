'use strict'

const t = require('tap')
const { interleave } = require('../../scripts/lib/statistics/interleave')

t.test('every second round is measured backwards', async (t) => {
  t.strictSame(interleave(['a', 'b', 'c'], 3), ['a', 'b', 'c', 'c', 'b', 'a', 'a', 'b', 'c'])
  t.strictSame(interleave(['a', 'b'], 0), [])
})

/** `measureSeries` with a stand-in for `measure`, whose results are 1, 2, 3, …, and the calls that this got. */
function seriesUnmeasured (t) {
  const calls = []
  const { measureSeries } = t.mockRequire('../../scripts/lib/experiments/series', {
    '../../scripts/lib/measure/measure': { measure: async (...args) => calls.push(args) },
    '../../scripts/lib/system/environment': { environment: () => 'this machine' }
  })
  return { measureSeries, calls }
}

const A = { name: 'slow' }
const B = { name: 'fast' }
const LOAD = { connections: 10, duration: 3 }

t.test('targets are measured in turns, each run under the same load', async (t) => {
  const { measureSeries, calls } = seriesUnmeasured(t)
  const { signal } = new AbortController()
  const settings = { runs: 2, ...LOAD }
  const told = []
  const options = {
    progress: true,
    onProgress: (share) => told.push(`${share * 4} of 4`),
    onResult: (result) => told.push(`result ${result}`),
    signal
  }
  const { startedAt, ...series } = await measureSeries([A, B], settings, options)
  t.match(startedAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  t.strictSame(series, {
    schema: 2,
    kind: 'series',
    environment: 'this machine',
    settings,
    targets: [{ name: 'slow', runs: [1, 4] }, { name: 'fast', runs: [2, 3] }]
  })
  t.strictSame(calls, [A, B, B, A].map((target) => [target, LOAD, { progress: true, signal }]))
  t.strictSame(told, ['0 of 4', 'result 1', '1 of 4', 'result 2', '2 of 4', 'result 3', '3 of 4', 'result 4', '4 of 4'])
})

t.test('the request is the given one; the values of its headers are not saved', async (t) => {
  const { measureSeries, calls } = seriesUnmeasured(t)
  const load = { ...LOAD, headers: { Cookie: 'secret', Accept: '*/*' } }
  const { settings } = await measureSeries([A], { runs: 1, ...load })
  t.strictSame(calls[0][1], load)
  t.strictSame(settings, { runs: 1, ...LOAD, headers: { Cookie: '…', Accept: '…' } })
})

t.test('a run that fails ends the series', async (t) => {
  const failure = new Error('fast died')
  const { measureSeries } = t.mockRequire('../../scripts/lib/experiments/series', {
    '../../scripts/lib/measure/measure': { measure: async () => { throw failure } }
  })
  t.equal(await t.rejects(measureSeries([A, B], { runs: 2, ...LOAD })), failure)
})
