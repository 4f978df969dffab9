'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { watch } = require('whyslow')
const { integer, text } = require('../../../scripts/lib/cli/flags')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { measureDiagnosis } = require('../../../scripts/lib/profile/diagnosis')
const { profileLoad, profilers } = require('../../../scripts/lib/profile/profilers')
const { temporaryFolder } = require('../../../scripts/lib/server/watchdog')
const { caseNames, readCase } = require('../../../scripts/lib/exercise/cases')
const { applyPatches, copyCode } = require('../../../scripts/lib/exercise/exercise')
const { ROOT } = require('../../helpers/project')
const { runServer, underLoad } = require('../../helpers/running-server')
const { defineCheck, runEach } = require('../check')
const {
  accusedLine, fetchNodes, isRight, linesBy, share, tally, tallyGroups, tallyLines, RIGHT, SETTINGS
} = require('../verdicts')

const AGE = 5000 // ms of load before a running server is watched
const HEALTHY = 'healthy'
const WAITING = 'waiting for dependencies'

/** Servers, and how a right verdict begins. */
function subjects (folder) {
  const stages = ['slow', 'fast', 'optimized'].map((name) => {
    const expected = name === 'slow' ? 'cost grows with every request' : HEALTHY
    return { target: findTarget(name), expected: [expected] }
  })
  const cases = caseNames().map(readCase)
  const broken = cases.map(({ target, verdicts }) =>
    ({ target, expected: [verdicts[0].replace(/^healthy.*/, HEALTHY)] }))
  const fixed = cases.filter(({ fix }) => fix).map(({ folder: from, target, verdicts, fix }) => {
    const copy = path.join(folder, target.name)
    copyCode(from, copy)
    applyPatches(copy, fix)
    return {
      isFixed: true,
      target: { ...target, name: `${target.name}, fixed`, file: path.join(copy, 'index.js') },
      // A service that has to wait for a backend still waits when it is fixed.
      expected: verdicts.includes(WAITING) ? [HEALTHY, WAITING] : [HEALTHY]
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
      const verdict = await TOOLS[tool](target, folder, signal)
      return { node: node.version, subject: target.name, expected: subject.expected, tool, verdict }
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

function groupTrials (trials) {
  const by = (wanted) => trials.filter(({ tool }) => tool === wanted)
  return { started: by('diagnose'), running: by('watch'), Doctor: by('doctor') }
}

function report ({ trials }) {
  const { started, running, Doctor } = groupTrials(trials)
  const healthy = [...started, ...running].filter(({ expected }) => expected[0] === HEALTHY)
  return [
    ...tallyLines('started and loaded', started, RIGHT),
    ...tallyLines('running, under its own load', running),
    accusedLine(healthy),
    ['Clinic Doctor', tally(Doctor)],
    ...linesBy('subject', trials, (name, trials) => {
      const groups = groupTrials(trials)
      const isWorse = share(groups.Doctor, isRight) > share(groups.started, isRight)
      return [name, tallyGroups(groups), isWorse]
    })
  ]
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
