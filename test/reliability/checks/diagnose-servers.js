'use strict'

const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')
const { UserError } = require('../../../scripts/lib/base/errors')
const { choice, text } = require('../../../scripts/lib/base/flags')
const { defineCheck, runEach } = require('../check')
const { KINDS } = require('../servers/kinds')
const {
  accusedLine, fetchNodes, isRight, judge, linesBy, share, tally, tallyGroups, versionLines
} = require('../verdicts')

const STRENGTHS = [3, 10, 30]
const FRAMEWORKS = ['http', 'express', 'fastify']
const RIGHT = 0.95
const SERVER = path.join(__dirname, '../servers/server.js')

/** What is diagnosed: a healthy server has no strength. */
function planTrials (nodes) {
  const plan = []
  for (const node of nodes) {
    for (const [i, { kind, verdict }] of KINDS.entries()) {
      const strengths = verdict === 'healthy' ? [undefined, undefined, undefined] : STRENGTHS
      for (const [j, strength] of strengths.entries()) {
        plan.push({ node, kind, verdict, strength, framework: FRAMEWORKS[(i + j) % 3] })
      }
    }
  }
  return plan
}

async function startBackend () {
  const backend = http.createServer((req, res) => {
    const { searchParams } = new URL(req.url, 'http://backend')
    setTimeout(() => res.end('ok'), searchParams.get('ms') ?? 5)
  })
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
    const trials = await runEach(plan, onProgress, async ({ node, ...trial }) => {
      const target = { ...targetOf(trial, backend), node: node.file }
      const verdict = await judgeOrFail(target, signal)
      // What a server computes explains its cost, and is no fault.
      const expected = trial.strength ? [trial.verdict] : [trial.verdict, 'CPU-bound']
      return { ...trial, node: node.version, expected, tool: 'diagnose', verdict }
    })
    return { trials }
  } finally {
    backend.closeAllConnections()
    backend.close()
  }
}

async function judgeOrFail (target, signal) {
  try {
    return await judge(target, signal)
  } catch (err) {
    if (err instanceof UserError) return err.message
    throw err
  }
}

function report ({ trials }) {
  const healthy = trials.filter(({ strength }) => !strength)
  const strong = trials.filter((trial) => trial.strength && trial.strength > STRENGTHS[0])
  const judged = [...healthy, ...strong]
  const title = 'healthy servers, and faults of 10 and 30 times'
  return [
    [title, tally(judged), share(judged, isRight) < RIGHT],
    ...versionLines(judged),
    accusedLine(healthy),
    ...linesBy('kind', trials, (kind, trials) => [kind, tallyByStrength(trials)])
  ]
}

function tallyByStrength (trials) {
  if (!trials[0].strength) return tally(trials)
  const groups = STRENGTHS.map((strength) =>
    [`${strength} ×`, trials.filter((trial) => trial.strength === strength)])
  return tallyGroups(Object.fromEntries(groups))
}

const check = defineCheck({
  summary:
    'Diagnoses servers with faults of three strengths in three frameworks, and healthy ones.',
  flags: {
    nodes: text('versions of Node.js', '26 20 24'),
    kind: choice(KINDS.map(({ kind }) => kind), 'only this one')
  },
  run,
  report
})

module.exports = { ...check, startBackend, targetOf }
