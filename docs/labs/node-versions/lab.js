'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { promisify } = require('node:util')
const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { UsageError } = require('../../../scripts/lib/cli/errors')
const { ratio } = require('../../../scripts/lib/cli/format')
const { scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')
const { measure } = require('../../../scripts/lib/measure/measure')
const { fetchNode } = require('../../../scripts/lib/system/node-versions')
const { startServer } = require('../../../scripts/lib/measure/server')
const { operations } = require('./operations')

const run = promisify(execFile)
const EMPTY = path.join(__dirname, 'empty.js')
const STARTS = 3 // in one run: a single start is over too soon to be timed well

const SERVERS = [
  findTarget('fast'),
  findTarget('optimized'),
  labServer('frameworks', 'routes-express', { name: 'Express' }),
  labServer('frameworks', 'routes-fastify', { name: 'Fastify' })
]

const rates = (names, unit) => names.map((name) => ({ name, label: name, unit, better: 'more' }))
const named = (all) => all.map(({ name }) => name)

/** @returns {Promise<import('../../../scripts/lib/measure/targets').Target[]>} the same script under each version */
async function versions (nodes, signal) {
  const wanted = [...new Set(nodes.split(/[\s,]+/).filter(Boolean))]
  if (wanted.length < 2) throw new UsageError(`NODES="${nodes}" leaves nothing to compare: name two versions, as NODES="20 24"`)
  const all = []
  for (const name of wanted) {
    const { version, file } = await fetchNode(name, signal)
    all.push({ name, version, node: file, file: path.join(__dirname, 'measure.js'), warmup: 0 })
  }
  return all
}

/** All servers, one after the other, under one version. */
const http = (duration) => async ({ node }, signal) => {
  const seen = { limited: 0 }
  for (const server of SERVERS) {
    const { requests, bottleneck } = await measure({ ...server, node }, { connections: 100, duration }, { signal })
    seen[server.name] = requests.average
    if (bottleneck === 'generator') seen.limited = 1
  }
  return seen
}

async function startUp ({ node }, signal) {
  const seen = { nothing: await often(() => run(node, [EMPTY], { signal })) }
  for (const server of SERVERS) {
    seen[server.name] = await often(async () => (await startServer({ ...server, node }, { signal })).stop())
  }
  return seen
}

/** @returns {Promise<number>} times a second */
async function often (start) {
  const begun = performance.now()
  for (let i = 0; i < STARTS; i++) await start()
  return STARTS / (performance.now() - begun) * 1000
}

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'Versions of Node.js',
  question: 'How much faster is the next Node.js, and at what?',
  defaults: { runs: 4, duration: 2 },
  uses: ['frameworks'],

  experiments: async ({ nodes, duration, signal }) => {
    const targets = await versions(nodes, signal)
    const note = `Improvement over ${targets[0].name}. ${targets.map(({ name, version }) => `${name} is ${version}`).join(', ')}.`
    const table = 'core'
    return [
      { name: 'http', title: 'Requests a second', targets, trial: http(duration), figures: rates(named(SERVERS), 'req/s'), table, note },
      { name: 'startup', title: 'Starts a second, until it listens', targets, trial: startUp, figures: rates(['nothing', ...named(SERVERS)], 'starts/s'), table, note },
      {
        name: 'operations',
        title: 'Operations a second',
        targets,
        trial: scriptTrial({ execArgv: ['--allow-natives-syntax'] }),
        figures: rates(Object.keys(operations), 'ops/s'),
        table,
        runs: 30,
        note
      }
    ]
  },

  conclusions: [
    {
      says: (mean) => `From 20 to 24, Express answers ${ratio(times(mean, 'http', 'Express'))} as many requests, Fastify ${ratio(times(mean, 'http', 'Fastify'))}, and optimized ${ratio(times(mean, 'http', 'optimized'))}: what a version is worth depends on the server.`,
      holds: (mean) => times(mean, 'http', 'Express') > 2 && ['Fastify', 'optimized'].every((name) => times(mean, 'http', name) < 1.5)
    },
    {
      says: (mean) => `Node.js alone starts ${ratio(times(mean, 'startup', 'nothing'))} as often in the same time.`,
      holds: (mean) => times(mean, 'startup', 'nothing') > 1.3
    },
    {
      says: (mean) => `One version is both faster and slower: Buffer.concat() is at ${ratio(times(mean, 'operations', 'Buffer.concat()'))}, buffer.toJSON() at ${ratio(times(mean, 'operations', 'buffer.toJSON()'))}, and emit() with 1,000 listeners at ${ratio(times(mean, 'operations', 'emit(), 1,000 listeners'))}.`,
      holds: (mean) => times(mean, 'operations', 'Buffer.concat()') > 1.3 && times(mean, 'operations', 'emit(), 1,000 listeners') < 0.8
    },
    {
      says: (mean) => `Of ${Object.keys(operations).length} operations, ${unmoved(mean)} changed by less than a tenth: most of what one writes all day.`,
      holds: (mean) => unmoved(mean) >= 8
    }
  ]
}

/** From 20 to 24. */
const times = (mean, experiment, figure) => mean(experiment, '24', figure) / mean(experiment, '20', figure)
function unmoved (mean) {
  const all = Object.keys(operations).map((name) => times(mean, 'operations', name))
  return all.includes(NaN) ? NaN : all.filter((change) => Math.abs(change - 1) < 0.1).length
}
