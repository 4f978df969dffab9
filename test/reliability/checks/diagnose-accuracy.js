'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { watch } = require('whyslow')
const { integer, text } = require('../../../scripts/lib/cli/flags')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { profileLoad, profilers } = require('../../../scripts/lib/profile/profilers')
const { temporaryFolder } = require('../../../scripts/lib/server/watchdog')
const { caseNames, readCase } = require('../../../scripts/lib/exercise/cases')
const { applyPatches, copyCode } = require('../../../scripts/lib/exercise/exercise')
const { ROOT } = require('../../helpers/project')
const { runServer, underLoad } = require('../../helpers/running-server')
const { defineCheck, runEach } = require('../check')
const {
  accusedLine, fetchNodes, isRight, judge, linesBy, share, tally, tallyGroups, versionLines,
  SETTINGS
} = require('../verdicts')

const AGE = 5000 // ms of load before a running server is watched
const RIGHT = 0.95 // of the verdicts on an idle machine
const HEALTHY = 'healthy'
const WAITING = 'waiting for dependencies'

/** Servers, and how a right verdict begins. */
function subjects (folder) {
  const stages = ['slow', 'fast', 'optimized'].map((name) => {
    const expected = name === 'slow' ? 'cost grows with every request' : HEALTHY
    return { name, target: findTarget(name), expected: [expected] }
  })
  const cases = caseNames().map(readCase)
  const broken = cases.map(({ target, verdicts }) => {
    const expected = verdicts[0].replace(/^healthy.*/, HEALTHY)
    return { name: target.name, target, expected: [expected] }
  })
  const faulty = cases.filter(({ fix }) => fix)
  const fixed = faulty.map(({ folder: from, target, verdicts, fix }) => {
    const copy = path.join(folder, target.name)
    copyCode(from, copy)
    applyPatches(copy, fix)
    // A service that has to wait for a backend still waits when it is fixed.
    const expected = verdicts.includes(WAITING) ? [HEALTHY, WAITING] : [HEALTHY]
    return {
      name: `${target.name}, fixed`,
      isFixed: true,
      target: { ...target, file: path.join(copy, 'index.js') },
      expected
    }
  })
  return [...stages, ...broken, ...fixed]
}

async function run ({ nodes, runs }, { onProgress, signal }) {
  const { folder, remove } = temporaryFolder(path.join(ROOT, 'exercise-fixed-')) // finds packages
  try {
    const plan = planTrials(subjects(folder), await fetchNodes(nodes, signal), runs)
    const trials = await runEach(plan, onProgress, async ({ subject, node, tool }) => {
      const target = { ...subject.target, node: node.file }
      const verdict = await judgeBy(tool, target, folder, signal)
      const { name, expected } = subject
      return { node: node.version, subject: name, expected, tool, verdict }
    })
    return { trials }
  } finally {
    remove()
  }
}

function planTrials (subjects, [node, ...others], runs) {
  const plan = []
  for (let round = 0; round < runs; round++) {
    for (const subject of subjects) {
      plan.push({ subject, node, tool: 'diagnose' })
      plan.push({ subject, node, tool: 'watch' })
      if (subject.isFixed) continue
      plan.push({ subject, node, tool: 'doctor' })
      for (const other of others) plan.push({ subject, node: other, tool: 'watch' })
    }
  }
  return plan
}

async function judgeBy (tool, target, folder, signal) {
  if (tool === 'doctor') {
    const load = profileLoad('doctor')
    const into = fs.mkdtempSync(path.join(folder, 'doctor-'))
    return (await profilers.doctor.run(target, { load, folder: into, signal })).verdict
  }
  return (await (tool === 'watch' ? judgeRunning(target) : judge(target, { signal }))).verdict
}

/** Somebody else starts the server and loads it. */
async function judgeRunning (target) {
  const { file, node, path } = target
  const { pid, url, stop } = await runServer(file, { node })
  try {
    const load = { connections: SETTINGS.connections, age: AGE }
    return (await underLoad(url + path, () => watch({ pid }), load)).used.first
  } finally {
    await stop()
  }
}

function groupTrials (trials) {
  const by = (wanted) => trials.filter(({ tool }) => tool === wanted)
  return { started: by('diagnose'), running: by('watch'), Doctor: by('doctor') }
}

function report ({ trials }) {
  const { started, running, Doctor } = groupTrials(trials)
  const healthy = [...started, ...running].filter(({ expected }) => expected[0] === HEALTHY)
  return [
    ['started and loaded', tally(started), share(started, isRight) < RIGHT],
    ...versionLines(started),
    ['running, under its own load', tally(running)],
    ...versionLines(running),
    accusedLine(healthy),
    ['Clinic Doctor', tally(Doctor)],
    ...linesBy('subject', trials, subjectLine)
  ]
}

function subjectLine (name, trials) {
  const groups = groupTrials(trials)
  const isWorse = share(groups.Doctor, isRight) > share(groups.started, isRight)
  return [name, tallyGroups(groups), isWorse]
}

module.exports = defineCheck({
  summary: 'Diagnoses the stages and the practice cases many times, beside Clinic Doctor.',
  flags: {
    runs: integer(1, Infinity, 'rounds', 1),
    nodes: text('versions of Node.js; after the first, by pid only', '26 20')
  },
  run,
  report
})
