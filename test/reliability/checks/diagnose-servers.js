'use strict'

const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')
const { FAULTS } = require('whyslow/internals')
const { fetchNode } = require('../../../docs/labs/node-versions/fetch-node')
const { choice, text } = require('../../../scripts/lib/cli/flags')
const { measureDiagnosis } = require('../../../scripts/lib/diagnose/diagnosis')
const { runEach } = require('../check')
const { KINDS } = require('../servers/kinds')
const {
  accusedLine, byTool, groupBy, isRight, tallyGroups, tallyLines, watchUnderLoad, RIGHT, SETTINGS
} = require('../verdicts')

const STRENGTH = 10 // of a fault
const FRAMEWORKS = ['http', 'express', 'fastify']
const QUEUE = 'requests queue for something that serves a few at a time' // nobody is asked here
const PLACED = FAULTS.filter(({ shows, verdict }) => shows && verdict !== QUEUE)
  .map(({ verdict }) => verdict)
const SERVER = path.join(__dirname, '../servers/server.js')
const TOOLS = {
  diagnose: (target, signal) => measureDiagnosis(target, SETTINGS, { signal }),
  watch: watchUnderLoad
}

/** Each kind is started with one version of Node.js, and watched with the next. */
function planTrials (nodes) {
  const plan = []
  for (const [i, { kind, verdict }] of KINDS.entries()) {
    const strength = verdict === 'healthy' ? undefined : STRENGTH
    for (const [j, tool] of Object.keys(TOOLS).entries()) {
      const node = nodes[(i + j) % nodes.length]
      plan.push({ kind, verdict, strength, framework: FRAMEWORKS[(i + j) % 3], node, tool })
    }
  }
  return plan
}

/** Starts a backend for `use(backend)`. */
async function withBackend (use) {
  const backend = http.createServer((req, res) => {
    const { searchParams } = new URL(req.url, 'http://backend')
    setTimeout(() => res.end('ok'), searchParams.get('ms') ?? 5)
  })
  backend.keepAliveTimeout = 0 // a request on a connection that ends would fail
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  try {
    return await use(backend)
  } finally {
    backend.closeAllConnections()
    backend.close()
  }
}

function targetOf ({ kind, framework, strength = 1 }, backend) {
  return {
    name: kind,
    file: SERVER,
    args: [kind, framework, String(strength)],
    warmup: 0,
    env: { BACKEND: String(backend.address().port) }
  }
}

function run ({ nodes: versions, kind }, { onProgress, signal }) {
  return withBackend(async (backend) => {
    const nodes = []
    for (const version of versions.split(' ')) nodes.push(await fetchNode(version, signal))
    const plan = planTrials(nodes).filter((trial) => !kind || trial.kind === kind)
    const trials = await runEach(plan, onProgress, async (trial) => {
      const { node: { file, version }, strength, tool, verdict } = trial
      const target = { ...targetOf(trial, backend), node: file }
      const found = await judgeKind(() => TOOLS[tool](target, signal))
      // What a server computes explains its cost, and is no fault.
      const expected = strength ? [verdict] : [verdict, 'CPU-bound']
      return { ...trial, node: version, expected, ...found }
    })
    return { trials }
  })
}

/** Gives the verdict and its place. Of kinds.js, a server runs its own kind only. */
async function judgeKind (diagnose) {
  try {
    const { first, holders } = await diagnose()
    const place = holders?.holders[0]?.place ?? first.place
    const location = place && `${path.basename(place.file)}:${place.line}`
    return {
      verdict: first.verdict,
      place: location,
      isPlaced: Boolean(location?.startsWith('kinds.js:'))
    }
  } catch (err) {
    if (err.exitCode === 1) return { verdict: err.message }
    throw err
  }
}

function report ({ trials }) {
  const { started = [], running = [] } = byTool(trials)
  const faulty = trials.filter(({ strength }) => strength)
  const placed = faulty.filter((trial) => isRight(trial) && PLACED.includes(trial.verdict))
  const named = `${placed.filter(({ isPlaced }) => isPlaced).length} of ${placed.length} named`
  const kinds = Object.entries(groupBy(trials, ({ kind }) => kind))
  return [
    ...tallyLines('started and loaded', started, RIGHT),
    ...tallyLines('running, under its own load', running),
    ['place in the code, of right verdicts that have one', named],
    accusedLine(trials.filter(({ strength }) => !strength)),
    ...kinds.map(([kind, trials]) => [kind, tallyGroups(byTool(trials))])
  ]
}

module.exports = {
  summary:
    'Diagnoses servers with faults in three frameworks, and healthy ones: started, and by pid.',
  flags: {
    nodes: text('versions of Node.js, in turns', '26 20'),
    kind: choice(KINDS.map(({ kind }) => kind), 'only this one')
  },
  run,
  report,
  judgeKind,
  targetOf,
  withBackend,
  PLACED
}
