'use strict'

// The targets of a bench side by side.

const t = require('tap')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { summaryTable } = require('../../scripts/lib/show/results')
const { resultOf, unansweredOf } = require('../helpers/made-up')

/** Runs of a target at these CPU times per request, and at twice as many req/s. */
const runsOf = (target, costs, rest) => costs.map((cpuPerRequest, i) =>
  resultOf(target, 2 * cpuPerRequest - 1, { cpuPerRequest, ...rest?.[i] }))
const limited = { bottleneck: 'generator' }

/** Cells by the heads of their columns. */
function columns (series, ...names) {
  const isSingle = series.every((runs) => runs.length === 1)
  const { head, rows } = summaryTable(series, isSingle ? undefined : pairedContrast)
  return rows.map((row) => names.map((name) => row[head.indexOf(name)]))
}

t.test('single runs have a p99, and several runs have none', async (t) => {
  const hasP99 = (...series) => summaryTable(series).head.includes('p99')
  t.ok(hasP99(runsOf('slow', [5]), runsOf('fast', [1])))
  t.notOk(hasP99(runsOf('slow', [5, 5]), runsOf('fast', [1])))
  t.strictSame(columns([runsOf('fast', [100])], '', 'p99'), [['fast', '216 ms']])
})

t.test('several runs: the median, from six on with its interval on its own line', async (t) => {
  const figures = ['Req/Sec', 'CPU time per request']
  t.strictSame(columns([runsOf('fast', [30, 10, 50, 20, 40])], ...figures), [['60', '30 µs']])
  t.strictSame(columns([runsOf('fast', [3000, 1000, 5000, 2000, 4000, 9000])], ...figures),
    [['7,000\n2,000–18,000', '3,500 µs\n1,000–9,000']])
})

t.test('ratios are by CPU time, from three runs on with an interval', async (t) => {
  const series = [
    runsOf('slow', [400, 408, 400, 404]),
    runsOf('fast', [204, 200, 202, 200]),
    runsOf('baseline', [40, 40, 40, 40])
  ]
  t.strictSame(columns(series, 'speed-up', 'of the baseline'),
    [['', '9.93 %\n9.78–10.1'], ['2 × slow\n1.94–2.06', '19.9 %\n19.6–20.2'], ['', '100 %']])
  const short = series.map((runs) => runs.slice(0, 2))
  t.strictSame(columns(short, 'speed-up', 'of the baseline'),
    [['', '9.9 %'], ['2 × slow', '19.8 %'], ['', '100 %']])
})

t.test('where the load generator limited a run, req/s is a lower bound', async (t) => {
  const costs = [10, 20, 30, 40, 50, 60]
  const series = [runsOf('fast', costs), runsOf('baseline', costs, { 2: limited })]
  t.strictSame(columns(series, 'Req/Sec', 'limited by'),
    [['70\n20–120', 'server'], ['≥ 70', 'server\ngenerator']])
  const single = [runsOf('fast', [10]), runsOf('baseline', [5], [limited])]
  t.strictSame(columns(single, 'of the baseline'), [['50 %'], ['100 %']], 'CPU time is no bound')
})

t.test('a stage has its ratio to the stage before it, whatever the order', async (t) => {
  const cost = { slow: 60, fast: 30, optimized: 20, baseline: 10, exercise: 5 }
  const speedUps = (...names) =>
    columns(names.map((name) => runsOf(name, [cost[name]])), 'speed-up').flat()
  t.strictSame(speedUps('slow', 'fast', 'optimized', 'baseline', 'exercise'),
    ['', '2 × slow', '1.5 × fast', '', ''])
  t.strictSame(speedUps('optimized', 'fast', 'slow'), ['1.5 × fast', '2 × slow', ''])
  t.strictSame(speedUps('optimized', 'exercise', 'slow'), ['3 × slow', '', ''])
})

t.test('where nothing was answered there is no latency', async (t) => {
  t.strictSame(columns([[unansweredOf('slow')]], 'p99'), [['–']])
})
