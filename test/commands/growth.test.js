'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { fitLine } = require('../../scripts/lib/statistics/fit')
const { batchMeans, fitGrowth } = require('../../scripts/lib/experiments/growth')
const { growthVerdict } = require('../../scripts/lib/present/growth-table')
const {
  growthDominates, predictListenerCost, predictRequests
} = require('../../scripts/lib/statistics/growth-prediction')
const { observedStage, untilRequested } = require('../helpers/observed-stage')
const { copyProject, ROOT } = require('../helpers/project')

const noSignals = process.platform === 'win32' && 'Windows has no signals to send'

/** ms of each of n requests, when request k costs a + b·k. */
const times = (n, a, b) => Array.from({ length: n }, (_, i) => a + b * (i + 1))
const near = (t, found, wanted, what) => t.ok(Math.abs(found - wanted) < 1e-9, `${what}: ${found}`)
const growthOf = (n, a, b) => ({ stage: 'x', fit: fitGrowth(batchMeans(times(n, a, b))), samples: [{ requests: n }] })

t.test('means of blocks keep a straight line as it is', async (t) => {
  for (const [n, a, b] of [[1000, 0.5, 0.055], [1003, 2, 0], [131_072, 0.1, 1e-5]]) {
    const found = fitGrowth(batchMeans(times(n, a, b)))
    near(t, found.a, a, 'a')
    near(t, found.b, b, 'b')
  }
})

t.test('a slow beginning is left out', async (t) => {
  const series = times(1600, 0.2, 0)
  series.fill(20, 0, 200)
  t.equal(batchMeans(series).length, 16)
  near(t, fitGrowth(batchMeans(series)).b, 0, 'b')
})

t.test('the log-log slope tends to 1 where the listeners dominate, and is 0 where nothing grows', async (t) => {
  t.ok(Math.abs(fitGrowth(batchMeans(times(2000, 0.3, 0.05))).slope - 1) < 0.05)
  near(t, fitGrowth(batchMeans(times(2000, 0.3, 0))).slope, 0, 'slope')
  t.equal(fitGrowth(batchMeans(times(500, 0.3, 0.05))).slope, null, 'too short to tell')
})

t.test('correlated points make a wider interval', async (t) => {
  const width = (ys) => {
    const [low, high] = fitLine(ys.map((y, x) => ({ x, y }))).bInterval
    return high - low
  }
  const apart = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]
  const together = [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]
  t.ok(width(together) > 1.5 * width(apart))
})

t.test('a slope is worth a prediction when it outweighs the rest', async (t) => {
  t.ok(growthDominates(growthOf(1000, 1, 0.05)))
  t.notOk(growthDominates(growthOf(1000, 1, 0.0001)), 'sure but small')
  t.notOk(growthDominates(growthOf(1000, 1, 0)))
  t.match(growthVerdict(growthOf(1000, 1, 0.05)), 'x grows: each request makes every later one 50 µs dearer')
  t.match(growthVerdict(growthOf(1000, 1, 0.0001)), 'x grew by 10 % in 1,000 requests')
  t.match(growthVerdict(growthOf(1000, 1, -0.0001)), 'x does not grow: it became 10 % cheaper')
  const noGrowth = { stage: 'x', fit: { a: 1, b: 0, bInterval: [-1, 1] }, samples: [{ requests: 9 }] }
  t.match(growthVerdict(noGrowth), 'zero lies within')
})

t.test('n requests of cost c·k take c·n²/2', async (t) => {
  const c = 50e-6
  const n = predictRequests(c, 10)
  near(t, c * n ** 2 / 2, 10, 'seconds')
  near(t, predictListenerCost(n, 10), c, 'and backwards')
  near(t, predictRequests(c, 40) / n, 2, 'four times as long, twice as many')
  t.equal(Math.round(predictListenerCost(231, 10) * 1e6), 375, 'the article, in µs')
})

t.test('growth of slow: a short run finds it, prints and saves', async (t) => {
  const project = copyProject(t)
  const { code, stdout, stderr } = await project.run(['growth.js'], { DURATION: '3' })
  t.equal(stderr, '')
  t.equal(code, 0)
  for (const words of ['after listeners', 'a request', 'R²', 'verdict', 'saved']) {
    t.ok(stdout.includes(words), words)
  }
  const [name] = project.results()
  t.match(name, /-growth-slow\.json$/)
  const growth = JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name)))
  const { schema, kind, stage, environment, settings } = growth
  t.strictSame({ schema, kind, stage }, { schema: 2, kind: 'growth', stage: 'slow' })
  t.equal(environment.node, process.version)
  t.equal(settings.duration, 3)
  t.ok(growth.fit.b > 0, `b ${growth.fit.b}`)
  t.strictSame(growth.samples.slice(0, 5).map(({ requests }) => requests), [1, 2, 4, 8, 16])
  for (const { requests, listeners, ms, perSecond } of growth.samples) {
    t.equal(listeners, requests, `${requests} requests, as many listeners`)
    near(t, ms * perSecond, 1000, 'ms and req/s agree')
  }
})

t.test('growth of another stage stops at MAX, and predicts nothing', async (t) => {
  const project = copyProject(t)
  const { code, stdout } = await project.run(['growth.js', '--json'], { STAGE: 'optimized', MAX: '100' })
  t.equal(code, 0)
  const { samples, blocks, fit: { slope } } = JSON.parse(stdout)
  t.strictSame(samples.map(({ requests }) => requests), [1, 2, 4, 8, 16, 32, 64, 100])
  t.strictSame(samples.map(({ listeners }) => listeners), samples.map(() => 0))
  t.equal(blocks.length, 16)
  t.equal(slope, null)
})

t.test('--record keeps a growth in docs/results', async (t) => {
  const project = copyProject(t)
  const file = path.join(project.folder, 'docs/results/growth-fast.json')
  fs.rmSync(file)
  t.equal((await project.run(['growth.js', '--stage', 'fast', '--record', '--max', '64'])).code, 0)
  t.match(JSON.parse(fs.readFileSync(file)), { stage: 'fast' })
})

t.test('mistakes', async (t) => {
  const project = copyProject(t, { 'fast/util.js': "throw new Error('broken on purpose')" })
  const fails = async (args, env, code, stderr) =>
    t.match(await project.run(['growth.js', ...args], env), { code, stderr })
  await fails([], { STAGE: 'sloww' }, 2, /^growth: Unknown target "sloww"\. Did you mean slow\?\n$/)
  await fails(['slow'], {}, 2, /^growth: Unexpected operand "slow"/)
  await fails([], { MAX: '63' }, 2, /^growth: MAX must be a whole number from 64/)
  await fails([], { STAGE: 'fast' }, 1, /^growth: fast died/)
  t.strictSame(project.results(), [])
})

t.test('a server that fails or is far too slow', async (t) => {
  const server = (answer) => `const http = require('node:http')
    const server = module.exports = http.createServer((req, res) => { ${answer} }).listen(process.env.PORT, () => {
      console.log('fast listening on http://127.0.0.1:' + server.address().port + '/seed/v1')
    })`
  const failing = copyProject(t, { 'fast/index.js': server('res.statusCode = 503; res.end()') })
  const answers503 = { code: 1, stderr: /^growth: http:.* answered 503, not 200\n$/ }
  t.match(await failing.run(['growth.js'], { STAGE: 'fast' }), answers503)
  const tooSlow = copyProject(t, { 'fast/index.js': server('setTimeout(() => res.end(), 200)') })
  const tooFew = { code: 1, stderr: /^growth: fast answered \d requests in 1 s, too few for a fit: raise DURATION\n$/ }
  t.match(await tooSlow.run(['growth.js'], { STAGE: 'fast', DURATION: '1' }), tooFew)
})

t.test('Ctrl-C leaves nothing', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('slow'))
  const { child, outcome } = project.start(['growth.js'])
  await untilRequested(project)
  child.kill('SIGINT')
  t.match(await outcome, { code: 130, stderr: 'growth: interrupted\n', stdout: '' })
  t.strictSame(project.results(), [])
})

t.test('the recorded growths: slow grows in a line, fast and optimized do not, and the prediction holds', async (t) => {
  const recorded = (name) => JSON.parse(fs.readFileSync(path.join(ROOT, 'docs/results', name)))
  const slow = recorded('growth-slow.json')
  t.ok(slow.fit.bInterval[0] > 0)
  t.ok(slow.fit.r2 > 0.95)
  t.ok(Math.abs(slow.fit.slope - 1) <= 0.15, `slope ${slow.fit.slope}`)
  for (const stage of ['fast', 'optimized']) {
    const [low, high] = recorded(`growth-${stage}.json`).fit.bInterval
    t.ok(low <= 0 && high >= 0, `${stage}: ${low} to ${high}`)
  }
  const { load, requests } = recorded('bench-slow.json')
  const predicted = predictRequests(slow.fit.b / 1000, load.duration)
  t.ok(Math.abs(predicted / requests.total - 1) < 0.25, `${predicted} predicted, ${requests.total} measured`)
})
