'use strict'

const t = require('tap')

const targets = ['slow', 'fast'].map((name, i) => ({
  name,
  runs: [40, 10, 30, 20].slice(i).map((average) => ({ target: name, requests: { average } }))
}))
const asked = []
const { recorded, recordedRun, recordedRuns, recordedSeries } = t.mockRequire('../../scripts/lib/docs/recorded', {
  '../../scripts/lib/measure/results': {
    RECORDED: '/docs',
    readResult (file) {
      asked.push(file)
      return { targets }
    }
  }
})

t.test('a recorded result is read by its name', async (t) => {
  asked.length = 0
  t.strictSame(recorded('lab-prof'), { targets })
  t.equal(asked.join().replaceAll('\\', '/'), '/docs/lab-prof.json')
})

t.test('the series of the bench has the runs of each target', async (t) => {
  asked.length = 0
  t.strictSame(recordedSeries(), targets.map(({ runs }) => runs))
  t.equal(asked.join().replaceAll('\\', '/'), '/docs/bench.json')
})

t.test('a single run of a target is the one in the middle by req/s, of an even number the slower one', async (t) => {
  t.strictSame(recordedRuns().map(({ requests }) => requests.average), [20, 20])
  t.equal(recordedRuns()[0], targets[0].runs[3], 'a run that was measured')
  t.equal(recordedRun('fast'), targets[1].runs[2])
  t.strictSame(targets[0].runs.map(({ requests }) => requests.average), [40, 10, 30, 20], 'their order stays')
})
