'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { fetchNode } = require('../../../docs/labs/node-versions/fetch-node')
const { integer, text } = require('../../../scripts/lib/cli/flags')
const { ROOT } = require('../../../scripts/lib/cli/project')
const { temporaryFolder } = require('../../../scripts/lib/server/process')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { measureDiagnosis } = require('../../../scripts/lib/diagnose/diagnosis')
const { profileLoad, profilers } = require('../../../scripts/lib/profile/profilers')
const { caseNames, readCase } = require('../../../scripts/lib/exercise/cases')
const { applyPatches, copyCode } = require('../../../scripts/lib/exercise/exercise')
const { runEach } = require('../check')
const {
  accusedLine, byTool, groupBy, isRight, share, tally, tallyGroups, tallyLines, watchUnderLoad,
  RIGHT, SETTINGS
} = require('../verdicts')

const HEALTHY = 'healthy'
const WAITING = 'waiting for dependencies'

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

async function run ({ nodes: versions, runs }, { onProgress, signal }) {
  const { folder, remove } = temporaryFolder(path.join(ROOT, 'exercise-')) // packages are found
  try {
    const nodes = []
    for (const version of versions.split(' ')) nodes.push(await fetchNode(version, signal))
    const plan = planTrials(subjects(folder), nodes, runs)
    const trials = await runEach(plan, onProgress, async ({ subject, node, tool }) => {
      const target = { ...subject.target, node: node.file }
      const verdict = await TOOLS[tool](target, folder, signal)
      return { node: node.version, subject: target.name, expected: subject.expected, tool, verdict }
    })
    return { trials }
  } finally {
    remove()
  }
}

// Each is started with one version of Node.js, and watched with the next. Fixed cases are started,
// as check-case does.
function planTrials (subjects, nodes, runs) {
  const plan = []
  for (const [i, subject] of Array(runs).fill(subjects).flat().entries()) {
    plan.push({ subject, node: nodes[i % nodes.length], tool: 'diagnose' })
    if (subject.isFixed) continue
    plan.push({ subject, node: nodes[(i + 1) % nodes.length], tool: 'watch' })
    plan.push({ subject, node: nodes[0], tool: 'doctor' })
  }
  return plan
}

/** Each gives its verdict on a target. */
const TOOLS = {
  async diagnose (target, folder, signal) {
    return (await measureDiagnosis(target, SETTINGS, { signal })).first.verdict
  },

  async watch ({ file, node, path }) {
    return (await watchUnderLoad({ file, node, path })).first.verdict
  },

  async doctor (target, folder, signal) {
    const load = profileLoad('doctor')
    const into = fs.mkdtempSync(path.join(folder, 'doctor-'))
    return (await profilers.doctor.run(target, { load, folder: into, signal })).verdict
  }
}

function report ({ trials }) {
  const { started = [], running = [], Doctor = [] } = byTool(trials)
  const healthy = [...started, ...running].filter(({ expected }) => expected[0] === HEALTHY)
  const lines = [
    ...tallyLines('started and loaded', started, RIGHT),
    ...tallyLines('running, under its own load', running),
    accusedLine(healthy),
    ['Clinic Doctor', tally(Doctor)]
  ]
  for (const [name, some] of Object.entries(groupBy(trials, ({ subject }) => subject))) {
    const groups = byTool(some)
    const { started = [], Doctor = [] } = groups
    const isWorse = share(Doctor, isRight) > share(started, isRight)
    lines.push([name, tallyGroups(groups), isWorse])
  }
  return lines
}

module.exports = {
  summary: 'Diagnoses the stages and the practice cases many times, beside Clinic Doctor.',
  flags: {
    runs: integer(1, Infinity, 'rounds', 1),
    nodes: text('versions of Node.js, in turns', '26 20')
  },
  run,
  report
}
