'use strict'

const { integer } = require('../../../scripts/lib/cli/flags')
const { number, percent } = require('../../../scripts/lib/cli/format')
const { analyzeComparison, judgeGates } = require('../../../scripts/lib/compare/analysis')
const { median } = require('../../../scripts/lib/compare/medians')
const { measureSeries } = require('../../../scripts/lib/compare/series')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { pairedContrast } = require('../../../scripts/lib/compare/paired')
const { runEach } = require('../check')

// Of equal servers that may seem to differ: with 5 %, 98 % of series of 12 have no more.
const SHARE = 2 / 12
const SIMULATIONS = 2000
const RUNS = 10 // the default of compare, for the gate

async function run ({ comparisons, runs }, { onProgress, signal }) {
  const target = findTarget('fast')
  const settings = { runs, connections: 100, duration: 1 }
  const contrasts = await runEach(Array(comparisons).fill(settings), onProgress,
    async (settings, onProgress) => {
      const series = await measureSeries([target, target], settings, { onProgress, signal })
      return analyzeComparison(series).byCpu
    })
  return { runs, contrasts }
}

/** Numbers from a normal distribution, always the same: mulberry32, and Box and Muller, 1958. */
function normals (seed) {
  function uniform () {
    seed = (seed + 0x6D2B79F5) | 0
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** The share of comparisons in which MAX_LOSS=10 fails, if B is `ratio` times as fast as A. */
function failures (ratio, deviation) {
  const normal = normals(1)
  const side = () => Array.from({ length: RUNS }, () => Math.exp(normal() * deviation / Math.SQRT2))
  let failed = 0
  for (let i = 0; i < SIMULATIONS; i++) {
    const a = side()
    const byCpu = pairedContrast(side().map((cost) => cost / ratio), a)
    const [gate] = judgeGates({ b: { name: 'B' }, byCpu }, { maxLoss: 10 })
    if (!gate.passed) failed++
  }
  return failed / SIMULATIONS
}

function report ({ runs, contrasts }) {
  const wrong = contrasts.filter(({ p }) => p < 0.05).length
  const halfWidth = median(contrasts.map(({ interval: [low, high] }) => Math.sqrt(high / low) - 1))
  const total = Math.hypot(...contrasts.map(({ deviation }) => deviation))
  const deviation = total / Math.sqrt(contrasts.length) // their root mean square
  return [
    [`comparisons of fast with itself, ${runs} pairs of runs of 1 s each`,
      number(contrasts.length)],
    ['… that show a difference', number(wrong), wrong > SHARE * contrasts.length],
    ['… the interval, by its median', `± ${percent(halfWidth)}`],
    ['noise of a pair of runs', `${percent(deviation)} (standard deviation)`],
    [`simulated with this noise, ${RUNS} pairs: MAX_LOSS=10 fails for equal servers in`,
      percent(failures(1, deviation))],
    ...[5, 15, 20].map((loss) =>
      [`… for a loss of ${loss} % in`, percent(failures(1 - loss / 100, deviation))])
  ]
}

module.exports = {
  summary: 'Compares a server with itself many times: few comparisons may show a difference.',
  flags: {
    comparisons: integer(1, 1000, 'how many', 12),
    runs: integer(3, 100, 'pairs of runs in each', 4)
  },
  run,
  report
}
