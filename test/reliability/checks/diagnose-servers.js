'use strict'

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { FAULTS } = require('whyslow/internals')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { choice, text } = require('../../../scripts/lib/cli/flags')
const { defineCheck, runEach } = require('../check')
const { KINDS } = require('../servers/kinds')
const {
  accusedLine, besideBusy, fetchNodes, isRight, isWrong, judge, linesBy, share, tally, tallyGroups,
  versionLines
} = require('../verdicts')

const MIDDLE = 10
const STRENGTHS = [3, MIDDLE, 30]
const FRAMEWORKS = ['http', 'express', 'fastify']
const RIGHT = 0.95 // of the verdicts on an idle machine
const WRONG = 0.05 // of those on a busy machine, at most
const QUEUE = 'requests queue for something that serves a few at a time' // nobody is asked here
const PLACED = FAULTS.filter(({ shows, verdict }) => shows && verdict !== QUEUE)
  .map(({ verdict }) => verdict)
const KINDS_FILE = path.join(__dirname, '../servers/kinds.js')
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

async function startBackend () {
  const backend = http.createServer((req, res) => {
    const { searchParams } = new URL(req.url, 'http://backend')
    setTimeout(() => res.end('ok'), searchParams.get('ms') ?? 5)
  })
  backend.keepAliveTimeout = 0 // a request on a connection that ends would fail
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  return backend
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

async function run ({ nodes, kind }, { onProgress, signal }) {
  const backend = await startBackend()
  try {
    const all = planTrials(await fetchNodes(nodes, signal))
    const plan = all.filter((trial) => !kind || trial.kind === kind)
    const trials = await runEach(plan, onProgress, async (trial) => {
      // What a server computes explains its cost, and is no fault.
      const expected = trial.strength ? [trial.verdict] : [trial.verdict, 'CPU-bound']
      const work = () => judgeKind(trial, backend, { signal })
      const found = await besideBusy(trial.busy, signal, work)
      return { ...trial, node: trial.node.version, expected, tool: 'diagnose', ...found }
    })
    return { trials }
  } finally {
    backend.closeAllConnections()
    backend.close()
  }
}

/** Gives the verdict, and its place. */
async function judgeKind ({ kind, node, ...trial }, backend, options) {
  try {
    const target = { ...targetOf({ kind, ...trial }, backend), node: node?.file }
    const { verdict, place } = await judge(target, options)
    const location = place && `${path.basename(place.file)}:${place.line}`
    return { verdict, place: location, isPlaced: linesOf(kind).includes(location) }
  } catch (err) {
    if (err instanceof UserError) return { verdict: err.message }
    throw err
  }
}

/** Where a kind is written: its own lines, and those of the functions that all kinds call. */
function linesOf (kind) {
  const lines = fs.readFileSync(KINDS_FILE, 'utf8').split('\n')
  const servers = lines.indexOf('const SERVERS = {')
  const first = lines.findIndex((text) => text.startsWith(`    '${kind}'`) ||
    text.startsWith(`    ${kind}:`))
  const end = lines.findIndex((text, i) => i > first && /^ {4}\S+.*: \(|^ {2}\}/.test(text))
  const places = []
  for (let i = 0; i < lines.length; i++) {
    if (i < servers || (i >= first && i < end)) places.push(`kinds.js:${i + 1}`)
  }
  return places
}

function report ({ trials }) {
  const healthy = trials.filter(({ strength }) => !strength)
  const strong = trials.filter((trial) => trial.strength && trial.strength > STRENGTHS[0])
  const judged = [...healthy, ...strong]
  const idle = judged.filter(({ busy }) => !busy)
  const busy = judged.filter(({ busy }) => busy)
  const title = 'healthy servers, and faults of 10 and 30 times'
  const lines = [
    [title, tally(idle), share(idle, isRight) < RIGHT],
    ...versionLines(idle)
  ]
  if (busy.length) {
    lines.push(['beside a process that uses a core', tally(busy), share(busy, isWrong) > WRONG])
  }
  return [
    ...lines,
    ['place in the code, of right verdicts that have one', tallyPlaces(strong)],
    accusedLine(healthy),
    ...linesBy('kind', trials, (kind, trials) => [kind, tallyByStrength(trials)])
  ]
}

function tallyPlaces (trials) {
  const right = trials.filter((trial) => isRight(trial) && PLACED.includes(trial.verdict))
  return `${right.filter(({ isPlaced }) => isPlaced).length} of ${right.length} named`
}

function tallyByStrength (trials) {
  const idle = trials.filter(({ busy }) => !busy)
  const groups = { busy: trials.filter(({ busy }) => busy) }
  if (!trials[0].strength) return tallyGroups({ idle, ...groups })
  const byStrength = STRENGTHS.map((strength) =>
    [`${strength} ×`, idle.filter((trial) => trial.strength === strength)])
  return tallyGroups({ ...Object.fromEntries(byStrength), ...groups })
}

const check = defineCheck({
  summary:
    'Diagnoses servers with faults of three strengths in three frameworks, and healthy ones.',
  flags: {
    nodes: text('versions of Node.js', '26 20'),
    kind: choice(KINDS.map(({ kind }) => kind), 'only this one')
  },
  run,
  report
})

module.exports = { ...check, judgeKind, startBackend, targetOf, PLACED }
