'use strict'

const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { UsageError } = require('../../../scripts/lib/cli/errors')
const { ratio } = require('../../../scripts/lib/cli/format')
const { scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')
const { measure } = require('../../../scripts/lib/measure/measure')
const { fetchNode } = require('../../../scripts/lib/system/node-versions')
const { runProcess } = require('../../../scripts/lib/system/process')
const { startServer } = require('../../../scripts/lib/measure/server')
const { operations } = require('./operations')

const EMPTY = path.join(__dirname, 'empty.js')
const STARTS = 3 // in one run: a single start is too short to time well

const SERVERS = [
  findTarget('fast'),
  findTarget('optimized'),
  labServer('frameworks', 'routes-express', { name: 'Express' }),
  labServer('frameworks', 'routes-fastify', { name: 'Fastify' })
]
const SERVER_NAMES = SERVERS.map(({ name }) => name)

const rateFigures = (names, unit) => names.map((name) => ({ name, label: name, unit, better: 'higher' }))

/** @returns {Promise<import('../../../scripts/lib/measure/targets').Target[]>} the same script under each version */
async function versionTargets (nodes, signal) {
  const wanted = [...new Set(nodes.split(/[\s,]+/).filter(Boolean))]
  if (wanted.length < 2) {
    throw new UsageError(`NODES="${nodes}" leaves nothing to compare: name two versions, as NODES="20 24"`)
  }
  const all = []
  for (const name of wanted) {
    const { version, file } = await fetchNode(name, signal)
    all.push({ name, version, node: file, file: path.join(__dirname, 'measure.js'), warmup: 0 })
  }
  return all
}

/** Loads all servers, one after the other, under one version. */
const httpTrial = (duration) => async ({ node }, signal) => {
  const observation = { generatorBound: 0 }
  for (const server of SERVERS) {
    const { requests, bottleneck } = await measure({ ...server, node }, { connections: 100, duration }, { signal })
    observation[server.name] = requests.average
    if (bottleneck === 'generator') observation.generatorBound = 1
  }
  return observation
}

async function startupTrial ({ node }, signal) {
  const observation = { nothing: await startsPerSecond(() => runProcess([node, EMPTY], { signal })) }
  for (const server of SERVERS) {
    const start = async () => (await startServer({ ...server, node }, { signal })).stop()
    observation[server.name] = await startsPerSecond(start)
  }
  return observation
}

async function startsPerSecond (start) {
  const before = performance.now()
  for (let i = 0; i < STARTS; i++) await start()
  return STARTS / (performance.now() - before) * 1000
}

/** The rate under 24 to the rate under 20. */
const change = (mean, experiment, figure) => mean(experiment, '24', figure) / mean(experiment, '20', figure)
const changeText = (mean, experiment, figure) => ratio(change(mean, experiment, figure))

const OPERATIONS = Object.keys(operations)
function countUnchanged (mean) {
  const changes = OPERATIONS.map((name) => change(mean, 'operations', name))
  return changes.includes(NaN) ? NaN : changes.filter((value) => Math.abs(value - 1) < 0.1).length
}

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'Versions of Node.js',
  question: 'How much faster is the next Node.js, and at what?',
  defaults: { runs: 4, duration: 2 },
  requires: ['frameworks'],

  experiments: async ({ nodes, duration, signal }) => {
    const targets = await versionTargets(nodes, signal)
    const versions = targets.map(({ name, version }) => `${name} is ${version}`).join(', ')
    const note = `Improvement over ${targets[0].name}. ${versions}.`
    const table = 'core'
    return [
      {
        name: 'http',
        title: 'Requests per second',
        targets,
        trial: httpTrial(duration),
        figures: rateFigures(SERVER_NAMES, 'req/s'),
        table,
        note
      },
      {
        name: 'startup',
        title: 'Starts per second, until the server listens',
        targets,
        trial: startupTrial,
        figures: rateFigures(['nothing', ...SERVER_NAMES], 'starts/s'),
        table,
        note
      },
      {
        name: 'operations',
        title: 'Operations per second',
        targets,
        trial: scriptTrial({ execArgv: ['--allow-natives-syntax'] }),
        figures: rateFigures(OPERATIONS, 'ops/s'),
        table,
        runs: 30,
        note
      }
    ]
  },

  conclusions: [
    {
      claim: (mean) => 'The gain of a new version depends on the server. From 20 to 24, Express more than doubles ' +
        `its req/s (${changeText(mean, 'http', 'Express')}), while fast and optimized stay below 1.5 × ` +
        `(${changeText(mean, 'http', 'fast')} and ${changeText(mean, 'http', 'optimized')}).`,
      holds: (mean) => change(mean, 'http', 'Express') > 2 &&
        ['fast', 'optimized'].every((name) => change(mean, 'http', name) < 1.5)
    },
    {
      claim: (mean) => 'Node.js alone starts faster: 24 starts ' +
        `${changeText(mean, 'startup', 'nothing')} as often as 20 in the same time.`,
      holds: (mean) => change(mean, 'startup', 'nothing') > 1.3
    },
    {
      claim: (mean) => 'A version is faster at some things and slower at others. From 20 to 24, Buffer.concat() is ' +
        `at ${changeText(mean, 'operations', 'Buffer.concat()')} and buffer.toJSON() at ` +
        `${changeText(mean, 'operations', 'buffer.toJSON()')}, but emit() with 1,000 listeners at ` +
        `${changeText(mean, 'operations', 'emit(), 1,000 listeners')}.`,
      holds: (mean) => ['Buffer.concat()', 'buffer.toJSON()'].every((name) => change(mean, 'operations', name) > 1.3) &&
        change(mean, 'operations', 'emit(), 1,000 listeners') < 0.8
    },
    {
      claim: (mean) => 'Most operations hardly change: from 20 to 24, ' +
        `${countUnchanged(mean)} of ${OPERATIONS.length} change by less than 10 %.`,
      holds: (mean) => countUnchanged(mean) > OPERATIONS.length / 2
    }
  ]
}
