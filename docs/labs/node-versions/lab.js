'use strict'

const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { UsageError } = require('../../../scripts/lib/base/errors')
const { conditionsOf, scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')
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

const perCpuSecond = (name) => `${name}, per CPU-second`
const generatorBound = (name) => `${name}: generatorBound`
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

/** Requests per second of each server, and per second of its CPU time, which does not depend on the load generator. */
const httpFigures = SERVER_NAMES.flatMap((name) => [
  { name, label: name, unit: 'req/s', better: 'higher', limitedBy: generatorBound(name) },
  ...rateFigures([perCpuSecond(name)], 'req/s')
])

/** Loads all servers, one after the other, under one version. */
const httpTrial = (duration) => async ({ node }, signal) => {
  const observation = { backgroundCpu: null }
  for (const server of SERVERS) {
    const result = await measure({ ...server, node }, { connections: 100, duration }, { signal })
    const { backgroundCpu, ...conditions } = conditionsOf(result)
    observation[server.name] = result.requests.average
    observation[perCpuSecond(server.name)] = 1e6 / result.cpuPerRequest
    observation[generatorBound(server.name)] = conditions.generatorBound
    if (backgroundCpu !== null) observation.backgroundCpu = Math.max(backgroundCpu, observation.backgroundCpu ?? 0)
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

const [OLD, NEW] = ['20', '26']
const change = (figures, experiment, figure) => figures.ratio(experiment, NEW, OLD, figure)
const served = (figures, name) => change(figures, 'http', perCpuSecond(name))

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'Versions of Node.js',
  question: 'How much faster is the next Node.js, and at what?',
  defaults: { runs: 6, duration: 1 },
  requires: ['frameworks'],

  experiments: async ({ nodes, duration, signal }) => {
    const targets = await versionTargets(nodes, signal)
    const versions = targets.map(({ name, version }) => `${name} is ${version}`).join(', ')
    const note = `Improvement over ${targets[0].name}. ${versions}.`
    const table = 'core'
    return [
      {
        name: 'http',
        title: 'Requests per second, and per second of the server\'s CPU time',
        targets,
        trial: httpTrial(duration),
        figures: httpFigures,
        table,
        note: `Load: 100 connections for ${duration} s in each run. ${note}`
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
        figures: rateFigures(Object.keys(operations), 'ops/s'),
        table,
        runs: 8,
        note
      }
    ]
  },

  conclusions: [
    {
      claim: (figures) => 'The gain of a new version depends on the server. With the same CPU time, ' +
        `${NEW} answers ${served(figures, 'Express').text} as many requests as ${OLD} with Express, ` +
        `${served(figures, 'fast').text} with fast and ${served(figures, 'optimized').text} with optimized.`,
      holds: (figures) => ['fast', 'optimized'].every((name) =>
        served(figures, 'Express').low > Math.max(1, served(figures, name).high))
    },
    {
      claim: (figures) => 'Node.js alone starts faster: ' +
        `${NEW} starts ${change(figures, 'startup', 'nothing').text} as often as ${OLD} in the same time.`,
      holds: (figures) => change(figures, 'startup', 'nothing').low > 1
    },
    {
      claim: (figures) => `A version is faster at some things and slower at others. From ${OLD} to ${NEW}, ` +
        `Buffer.concat() is at ${change(figures, 'operations', 'Buffer.concat()').text} and buffer.toJSON() at ` +
        `${change(figures, 'operations', 'buffer.toJSON()').text}, but emit() with 1,000 listeners at ` +
        `${change(figures, 'operations', 'emit(), 1,000 listeners').text}.`,
      holds: (figures) =>
        ['Buffer.concat()', 'buffer.toJSON()'].every((name) => change(figures, 'operations', name).low > 1) &&
        change(figures, 'operations', 'emit(), 1,000 listeners').high < 1
    }
  ]
}
