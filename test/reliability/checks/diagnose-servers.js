'use strict'

const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')
const { FAULTS } = require('whyslow/internals')
const { fetchNode } = require('../../../docs/labs/node-versions/fetch-node')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { choice, text } = require('../../../scripts/lib/cli/flags')
const { measureDiagnosis } = require('../../../scripts/lib/diagnose/diagnosis')
const { startProcess } = require('../../../scripts/lib/server/process')
const { runEach } = require('../check')
const { KINDS } = require('../servers/kinds')
const {
  accusedLine, groupBy, isRight, isWrong, share, tally, tallyGroups, tallyLines, RIGHT, SETTINGS
} = require('../verdicts')

const MIDDLE = 10
const STRENGTHS = [3, MIDDLE, 30]
const FRAMEWORKS = ['http', 'express', 'fastify']
const WRONG = 0.05 // of the verdicts on a busy machine, at most
const QUEUE = 'requests queue for something that serves a few at a time' // nobody is asked here
const PLACED = FAULTS.filter(({ shows, verdict }) => shows && verdict !== QUEUE)
  .map(({ verdict }) => verdict)
const SERVER = path.join(__dirname, '../servers/server.js')

/**
 * What is diagnosed. The versions of Node.js take turns with the strengths of a fault, and each
 * diagnoses a healthy server once. Beside a busy process, each kind has one trial.
 */
function planTrials (nodes) {
  const plan = []
  const inTurns = (i) => nodes[i % nodes.length]
  for (const [i, { kind, verdict }] of KINDS.entries()) {
    const isHealthy = verdict === 'healthy'
    const trials = isHealthy
      ? nodes.map((node) => ({ node, busy: false }))
      : STRENGTHS.map((strength, j) => ({ node: inTurns(j), busy: false, strength }))
    trials.push({ node: inTurns(i), busy: true, strength: isHealthy ? undefined : MIDDLE })
    for (const [j, trial] of trials.entries()) {
      plan.push({ ...trial, kind, verdict, framework: FRAMEWORKS[(i + j) % 3] })
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
      const { node: { file, version }, busy, strength, verdict } = trial
      const target = { ...targetOf(trial, backend), node: file }
      const spin = busy && startProcess([process.execPath, '-e', 'for (;;);'], { signal })
      try {
        const found = await judgeKind(target, SETTINGS, signal)
        // What a server computes explains its cost, and is no fault.
        const expected = strength ? [verdict] : [verdict, 'CPU-bound']
        return { ...trial, node: version, expected, tool: 'diagnose', ...found }
      } finally {
        if (spin) spin.kill()
      }
    })
    return { trials }
  })
}

/** Gives the verdict and its place. Of kinds.js, a server runs its own kind only. */
async function judgeKind (target, settings, signal) {
  try {
    const { first, holders } = await measureDiagnosis(target, settings, { signal })
    const place = holders?.holders[0]?.place ?? first.place
    const location = place && `${path.basename(place.file)}:${place.line}`
    return {
      verdict: first.verdict,
      place: location,
      isPlaced: Boolean(location?.startsWith('kinds.js:'))
    }
  } catch (err) {
    if (err instanceof UserError) return { verdict: err.message }
    throw err
  }
}

function report ({ trials }) {
  const healthy = trials.filter(({ strength }) => !strength)
  const strong = trials.filter((trial) => trial.strength && trial.strength > STRENGTHS[0])
  const judged = [...healthy, ...strong]
  const idle = judged.filter(({ busy }) => !busy)
  const busy = judged.filter(({ busy }) => busy)
  const lines = tallyLines('healthy servers, and faults of 10 and 30 times', idle, RIGHT)
  if (busy.length) {
    lines.push(['beside a process that uses a core', tally(busy), share(busy, isWrong) > WRONG])
  }
  const placed = strong.filter((trial) => isRight(trial) && PLACED.includes(trial.verdict))
  const named = `${placed.filter(({ isPlaced }) => isPlaced).length} of ${placed.length} named`
  const kinds = Object.entries(groupBy(trials, ({ kind }) => kind))
  return [
    ...lines,
    ['place in the code, of right verdicts that have one', named],
    accusedLine(healthy),
    ...kinds.map(([kind, trials]) => [kind, tallyGroups(groupBy(trials, groupOf))])
  ]
}

/** Its strength, or whether the machine was idle. */
function groupOf ({ busy, strength }) {
  if (busy) return 'busy'
  return strength ? `${strength} ×` : 'idle'
}

module.exports = {
  summary:
    'Diagnoses servers with faults of three strengths in three frameworks, and healthy ones.',
  flags: {
    nodes: text('versions of Node.js', '26 20'),
    kind: choice(KINDS.map(({ kind }) => kind), 'only this one')
  },
  run,
  report,
  judgeKind,
  targetOf,
  withBackend,
  PLACED
}
