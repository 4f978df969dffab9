'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { watch } = require('whyslow')
const { fetchNode } = require('../../../docs/labs/node-versions/fetch-node')
const { integer, text } = require('../../../scripts/lib/cli/flags')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { measureDiagnosis } = require('../../../scripts/lib/diagnose/diagnosis')
const { profileLoad, profilers } = require('../../../scripts/lib/profile/profilers')
const { caseNames, readCase } = require('../../../scripts/lib/exercise/cases')
const { applyPatches, copyCode } = require('../../../scripts/lib/exercise/exercise')
const { runServer, underLoad } = require('../../helpers/running-server')
const { runEach, withFolder } = require('../check')
const {
  accusedLine, groupBy, isRight, share, tally, tallyGroups, tallyLines, RIGHT, SETTINGS
} = require('../verdicts')

const AGE = 5000 // ms of load before a running server is watched
const HEALTHY = 'healthy'
const WAITING = 'waiting for dependencies'
const NAMES = { diagnose: 'started', watch: 'running', doctor: 'Doctor' } // of the tools

/** Servers, and how a right verdict begins. */
function subjects (folder) {
  const all = []
  for (const name of ['slow', 'fast', 'optimized']) {
    const expected = name === 'slow' ? 'cost grows with every request' : HEALTHY
    all.push({ target: findTarget(name), expected: [expected] })
  }
  const cases = caseNames().map(readCase)
  for (const { target, verdicts } of cases) {
    all.push({ target, expected: [verdicts[0].replace(/^healthy.*/, HEALTHY)] })
  }
  for (const { folder: from, target, verdicts, fix } of cases) {
    if (!fix) continue
    const copy = path.join(folder, target.name)
    copyCode(from, copy)
    applyPatches(copy, fix)
    const file = path.join(copy, 'index.js')
    all.push({
      isFixed: true,
      target: { ...target, name: `${target.name}, fixed`, file },
      // A service that has to wait for a backend still waits when it is fixed.
      expected: verdicts.includes(WAITING) ? [HEALTHY, WAITING] : [HEALTHY]
    })
  }
  return all
}

function run ({ nodes: versions, runs }, { onProgress, signal }) {
  return withFolder(async (folder) => {
    const nodes = []
    for (const version of versions.split(' ')) nodes.push(await fetchNode(version, signal))
    const plan = planTrials(subjects(folder), nodes, runs)
    const trials = await runEach(plan, onProgress, async ({ subject, node, tool }) => {
      const target = { ...subject.target, node: node.file }
      const verdict = await TOOLS[tool](target, folder, signal)
      return { node: node.version, subject: target.name, expected: subject.expected, tool, verdict }
    })
    return { trials }
  })
}

function planTrials (subjects, [node, ...others], runs) {
  const plan = []
  for (const subject of Array(runs).fill(subjects).flat()) {
    plan.push({ subject, node, tool: 'diagnose' })
    plan.push({ subject, node, tool: 'watch' })
    if (subject.isFixed) continue
    plan.push({ subject, node, tool: 'doctor' })
    for (const other of others) plan.push({ subject, node: other, tool: 'watch' })
  }
  return plan
}

/** Each gives its verdict on a target. */
const TOOLS = {
  async diagnose (target, folder, signal) {
    return (await measureDiagnosis(target, SETTINGS, { signal })).first.verdict
  },

  /** Somebody else starts the server and loads it. */
  async watch ({ file, node, path }) {
    const { pid, url, stop } = await runServer(file, { node })
    try {
      const load = { connections: SETTINGS.connections, age: AGE }
      return (await underLoad(url + path, () => watch({ pid }), load)).used.first.verdict
    } finally {
      await stop()
    }
  },

  async doctor (target, folder, signal) {
    const load = profileLoad('doctor')
    const into = fs.mkdtempSync(path.join(folder, 'doctor-'))
    return (await profilers.doctor.run(target, { load, folder: into, signal })).verdict
  }
}

function report ({ trials }) {
  const byTool = (trials) => groupBy(trials, ({ tool }) => NAMES[tool])
  const { started = [], running = [], Doctor = [] } = byTool(trials)
  const healthy = [...started, ...running].filter(({ expected }) => expected[0] === HEALTHY)
  const lines = [
    ...tallyLines('started and loaded', started, RIGHT),
    ...tallyLines('running, under its own load', running),
    accusedLine(healthy),
    ['Clinic Doctor', tally(Doctor)]
  ]
  for (const [name, some] of Object.entries(groupBy(trials, ({ subject }) => subject))) {
    const { started = [], running = [], Doctor = [] } = byTool(some)
    const isWorse = share(Doctor, isRight) > share(started, isRight)
    const groups = Doctor.length ? { started, running, Doctor } : { started, running }
    lines.push([name, tallyGroups(groups), isWorse])
  }
  return lines
}

module.exports = {
  summary: 'Diagnoses the stages and the practice cases many times, beside Clinic Doctor.',
  flags: {
    runs: integer(1, Infinity, 'rounds', 1),
    nodes: text('versions of Node.js; after the first, by pid only', '26 20')
  },
  run,
  report
}
