'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { recordedRun } = require('../../scripts/lib/docs/recorded')
const { fitGrowth, predictRequests } = require('../../scripts/lib/experiments/growth')
const { growthTable } = require('../../scripts/lib/present/growth-table')
const { copyProject, ROOT } = require('../helpers/project')

t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal

t.test('growth of slow: a short run prints what it saves', async (t) => {
  const project = copyProject(t)
  const { code, stdout, stderr } = await project.run(['growth.js'], { DURATION: '3' })
  t.equal(stderr, '')
  t.equal(code, 0)
  const [name] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-growth-slow\.json$/)
  const growth = JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name)))
  const table = growthTable(growth, undefined, (style, text) => text)
  t.equal(stdout, `${table}\nsaved       ${path.join('results', name)}\n`)
  const { schema, kind, stage, environment, settings } = growth
  t.strictSame({ schema, kind, stage, node: environment.node, settings },
    { schema: 2, kind: 'growth', stage: 'slow', node: process.version, settings: { duration: 3, max: 131_072 } })
  t.strictSame(growth.fit, fitGrowth(growth.blocks))
  t.strictSame(growth.samples.slice(0, 5).map(({ requests }) => requests), [1, 2, 4, 8, 16])
  for (const { requests, listeners, ms, perSecond } of growth.samples) {
    t.equal(listeners, requests > 10 ? requests : null, `${requests} requests, as many listeners`)
    t.equal(Math.round(ms * perSecond), 1000, 'ms and req/s agree')
  }
})

t.test('growth of another stage stops at MAX; --record keeps it in docs/results', async (t) => {
  const project = copyProject(t)
  const { code, stdout } = await project.run(['growth.js', '--json', '--record'], { STAGE: 'optimized', MAX: '100' })
  t.equal(code, 0)
  const { file, ...growth } = JSON.parse(stdout)
  t.match(file, /docs[\\/]results[\\/]growth-optimized\.json$/)
  t.strictSame(JSON.parse(fs.readFileSync(file)), growth)
  const { samples, blocks } = growth
  t.strictSame(samples.map(({ requests }) => requests), [1, 2, 4, 8, 16, 32, 64, 100])
  t.strictSame(samples.map(({ listeners }) => listeners), samples.map(() => null))
  t.equal(blocks.length, 16)
})

t.test('mistakes', async (t) => {
  const project = copyProject(t)
  const { code, stdout, stderr } = await project.run(['growth.js'], { MAX: '63' })
  t.strictSame([code, stdout, stderr],
    [2, '', 'growth: MAX must be a whole number from 64 to 1048576, not "63"\n'])
  t.strictSame(project.results(), [])
})

t.test('the recorded growths: slow grows in a line, fast and optimized do not, and the prediction holds', async (t) => {
  const recorded = (name) => JSON.parse(fs.readFileSync(path.join(ROOT, 'docs/results', name)))
  const slow = recorded('growth-slow.json')
  t.ok(slow.fit.bInterval[0] > 0)
  t.ok(slow.fit.r2 > 0.95)
  for (const stage of ['fast', 'optimized']) {
    const [low, high] = recorded(`growth-${stage}.json`).fit.bInterval
    t.ok(low <= 0 && high >= 0, `${stage}: ${low} to ${high}`)
  }
  const { load, requests } = recordedRun('slow')
  const predicted = predictRequests(slow.fit.b / 1000, load.duration)
  t.ok(Math.abs(predicted / requests.total - 1) < 0.25, `${predicted} predicted, ${requests.total} measured`)
})
