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
  accusedLine, besideBusy, fetchNodes, isRight, isUnsure, isWrong, judge, linesBy, share, tally,
  tallyGroups, versionLines, SETTINGS
} = require('../verdicts')

const AGE = 5000 // ms of load before a running server is watched
const RIGHT = 0.95 // of the verdicts on an idle machine
const WRONG = 0.05 // of the verdicts on a busy machine, at most
const UNCERTAIN = 0.3 // the same
const HEALTHY = 'healthy'
const WAITING = 'waiting for dependencies'

/** Servers, and how a right verdict begins. Doctor does not judge the fixed ones. */
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
    const trials = await runEach(plan, onProgress, async ({ subject, node, busy, tool }) => {
      const target = { ...subject.target, node: node.file }
      const verdict = await judgeBy(tool, target, busy, folder, signal)
      const { name, expected } = subject
      return { node: node.version, busy, subject: name, expected, tool, verdict }
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
      plan.push({ subject, node, busy: false, tool: 'diagnose' })
      plan.push({ subject, node, busy: true, tool: 'diagnose' })
      plan.push({ subject, node, busy: false, tool: 'watch' })
      for (const other of others) {
        plan.push({ subject, node: other, busy: false, tool: 'diagnose' })
        if (!subject.isFixed) plan.push({ subject, node: other, busy: false, tool: 'watch' })
      }
      if (!subject.isFixed) plan.push({ subject, node, busy: false, tool: 'doctor' })
    }
  }
  return plan
}

async function judgeBy (tool, target, busy, folder, signal) {
  return await besideBusy(busy, signal, async () => {
    if (tool === 'doctor') {
      const load = profileLoad('doctor')
      const into = fs.mkdtempSync(path.join(folder, 'doctor-'))
      return (await profilers.doctor.run(target, { load, folder: into, signal })).verdict
    }
    return (await (tool === 'watch' ? judgeRunning(target) : judge(target, { signal }))).verdict
  })
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

/** Trials by the kind of machine or tool. */
function groupTrials (trials) {
  const groups = { idle: [], busy: [], watched: [], Doctor: [] }
  const names = { diagnose: 'idle', watch: 'watched', doctor: 'Doctor' }
  for (const trial of trials) groups[trial.busy ? 'busy' : names[trial.tool]].push(trial)
  return groups
}

function report ({ trials }) {
  const { idle, busy, watched, Doctor } = groupTrials(trials)
  const ours = [...idle, ...busy, ...watched]
  const healthy = ours.filter(({ expected }) => expected[0] === HEALTHY)
  const isBusyWrong = share(busy, isWrong) > WRONG || share(busy, isUnsure) > UNCERTAIN
  const lines = [
    ['idle machine', tally(idle), share(idle, isRight) < RIGHT],
    ...versionLines(idle),
    ['busy machine', tally(busy), isBusyWrong]
  ]
  if (watched.length) lines.push(['running, under its own load', tally(watched)])
  lines.push(accusedLine(healthy), ['Clinic Doctor', tally(Doctor)])
  return [...lines, ...linesBy('subject', trials, subjectLine)]
}

function subjectLine (name, trials) {
  const groups = groupTrials(trials)
  const isWorse = share(groups.Doctor, isRight) > share(groups.idle, isRight)
  return [name, tallyGroups(groups), isWorse]
}

module.exports = defineCheck({
  summary: 'Diagnoses the stages and the practice cases many times, beside Clinic Doctor.',
  flags: {
    runs: integer(1, Infinity, 'rounds', 1),
    nodes: text('versions; Doctor and the busy machine have the first', '26 20')
  },
  run,
  report
})
