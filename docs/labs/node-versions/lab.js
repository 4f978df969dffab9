'use strict'

const path = require('node:path')
const { UsageError } = require('../../../scripts/lib/cli/errors')
const { measure } = require('../../../scripts/lib/load/measure')
const { startServer } = require('../../../scripts/lib/server/server')
const { findTarget, labServer } = require('../../../scripts/lib/server/targets')
const { runProcess } = require('../../../scripts/lib/server/run-process')
const { runScript } = require('../figures')
const { fetchNode } = require('./fetch-node')
const { operations } = require('./operations')

const BENCH = path.join(__dirname, 'bench.js')
const STARTS = 3 // in one run: a single start is too short to time well

const servers = [
  findTarget('fast'),
  findTarget('optimized'),
  labServer('frameworks', 'routes-express', { name: 'Express' }),
  labServer('frameworks', 'routes-fastify', { name: 'Fastify' })
]

const perCpuSecond = (name) => `${name}, per CPU-second`
const generatorBound = (name) => `${name}: generatorBound`
const rateFigure = (name) => ({ name, label: name })

/** Makes a target of each of the versions that NODES names. */
async function prepare ({ nodes, signal }) {
  const versions = new Set(nodes.split(/[\s,]+/).filter(Boolean))
  if (versions.size < 2) {
    const advice = 'name two versions, as NODES="20 24"'
    throw new UsageError(`NODES="${nodes}" leaves nothing to compare: ${advice}`)
  }
  const targets = []
  const names = []
  for (const name of versions) {
    const { file, version } = await fetchNode(name, signal)
    targets.push({ name, node: file, file: BENCH, flags: ['--allow-natives-syntax'] })
    names.push(`${name} is ${version}`)
  }
  return { targets, note: `${names.join(', ')}.` }
}

/** Loads all servers, one after the other, under one version. */
async function measureServers ({ node }, load, { signal }) {
  const run = { backgroundCpu: 0 }
  for (const server of servers) {
    const result = await measure({ ...server, node }, load, { signal })
    run[server.name] = result.requests.average
    run[perCpuSecond(server.name)] = 1e6 / result.cpuPerRequest
    run[generatorBound(server.name)] = Number(result.bottleneck === 'generator')
    run.backgroundCpu = Math.max(run.backgroundCpu, result.backgroundCpu) // null counts as 0
  }
  return run
}

async function measureStarts ({ node }, load, { signal }) {
  const run = { nothing: await startsPerSecond(() => runProcess([node, '-e', ''], { signal })) }
  for (const server of servers) {
    run[server.name] = await startsPerSecond(async () => {
      const running = await startServer({ ...server, node }, { signal })
      await running.stop()
    })
  }
  return run
}

async function startsPerSecond (start) {
  const before = performance.now()
  for (let i = 0; i < STARTS; i++) await start()
  return STARTS / (performance.now() - before) * 1000
}

const faster = (claim, figure, above = 1) => ({ claim, ratio: ['26', '20', figure], above })

module.exports = {
  title: 'Versions of Node.js',
  question: 'How much faster is the next Node.js, and at what?',
  runs: 4,
  duration: 1,
  requires: ['frameworks'],
  figuresInRows: true,
  parts: [
    {
      name: 'http',
      title: 'Requests per second, and per second of the server\'s CPU time',
      prepare,
      load: { connections: 100 },
      measure: measureServers,
      figures: servers.flatMap(({ name }) => [
        { ...rateFigure(name), limitedBy: generatorBound(name) },
        rateFigure(perCpuSecond(name))
      ]),
      claims: [
        faster('26 answers more than twice as many requests as 20 with Express, with the ' +
          'same CPU time', perCpuSecond('Express'), 2),
        faster('26 answers more requests than 20 with fast, with the same CPU time',
          perCpuSecond('fast'))
      ]
    },
    {
      name: 'startup',
      title: 'Starts per second, until the server listens',
      prepare,
      measure: measureStarts,
      figures: ['nothing', ...servers.map(({ name }) => name)].map(rateFigure),
      claims: [faster('26 alone starts faster than 20', 'nothing')]
    },
    {
      name: 'operations',
      title: 'Operations per second',
      prepare,
      measure: runScript,
      figures: Object.keys(operations).map(rateFigure),
      claims: [
        faster('26 is faster than 20 at Buffer.concat()', 'Buffer.concat()'),
        faster('26 is faster than 20 at buffer.toJSON()', 'buffer.toJSON()'),
        {
          claim: '26 is slower than 20 at emit() with 1,000 listeners',
          ratio: ['26', '20', 'emit(), 1,000 listeners'],
          below: 1
        }
      ]
    }
  ]
}
