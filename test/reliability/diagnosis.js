'use strict'

// Diagnoses every stage, every practice case and every repaired case many times, and asks Clinic Doctor for comparison.

const fs = require('node:fs')
const path = require('node:path')
const { number } = require('../../scripts/lib/cli/format')
const { measureDiagnosis } = require('../../scripts/lib/diagnosis/measure')
const { findTarget } = require('../../scripts/lib/measure/targets')
const doctor = require('../../scripts/lib/profiling/doctor')
const { readResult, RESULTS } = require('../../scripts/lib/results/store')
const { writeFileAtomic } = require('../../scripts/lib/system/files')
const { fetchNode } = require('../../scripts/lib/system/node-versions')
const { startProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { temporaryFolder } = require('../../scripts/lib/system/watchdog')
const { caseTarget } = require('../../scripts/lib/workshop/case-check')
const { caseNames, copyRepaired, readCase } = require('../../scripts/lib/workshop/cases')
const { defineCheck } = require('./check')

const STATE = path.join(RESULTS, 'diagnosis-accuracy.state') // not .json: it is no result
const SETTINGS = { alone: 4, connections: 50, duration: 8 }
const DOCTOR_RUNS = 3
const HEALTHY = /^healthy/
const UNSURE = /^not enough evidence/
const WAITING = 'waiting for dependencies'
// What Doctor can say of a server with the fault, and be right.
const DOCTOR = {
  'event loop blocked by computation': ['event-loop'],
  'event loop blocked by synchronous I/O': ['event-loop'],
  'cost grows with every request': ['event-loop'],
  'garbage collection pressure': ['gc'],
  'memory leak': ['gc'],
  [WAITING]: ['io'],
  'thread pool saturated': ['io'],
  healthy: ['none']
}

/**
 * @typedef {{name: string, target: import('../../scripts/lib/measure/targets').Target, expected: string}} Subject
 *   `expected`: a verdict, or healthy
 * @typedef {{node: string, busy: boolean, subject: string, tool: 'diagnose'|'doctor', verdict: string}} Trial
 */

/** @param {string} folder for repaired cases @returns {Subject[]} */
function subjects (folder) {
  const stages = ['slow', 'fast', 'optimized'].map((name) => ({
    name, target: findTarget(name), expected: name === 'slow' ? 'cost grows with every request' : 'healthy'
  }))
  const cases = caseNames().map(readCase)
  const repaired = cases.filter(({ fix }) => fix).map((the) => {
    copyRepaired(the, path.join(folder, the.name))
    return {
      name: `${the.name}, repaired`,
      target: { ...caseTarget({ ...the, folder: path.join(folder, the.name) }) },
      // A service that has to wait for a backend still waits when it is repaired.
      expected: the.verdicts.includes(WAITING) ? WAITING : 'healthy'
    }
  })
  const dealt = cases.map((the) =>
    ({ name: the.name, target: caseTarget(the), expected: the.verdicts[0].replace(/^healthy.*/, 'healthy') }))
  return [...stages, ...dealt, ...repaired]
}

/** @returns {Promise<{trials: Trial[]}>} goes on where an interrupted run has stopped */
async function run ({ nodes, runs, busy, anew }, { onProgress, signal }) {
  const trials = anew ? [] : readResult(STATE, [])
  const { folder, remove } = temporaryFolder(path.join(ROOT, 'exercise-repaired-')) // packages are found from there
  const { ended, kill } = busy ? startProcess([process.execPath, '-e', 'for (;;);'], { signal }) : idle()
  ended.catch(() => {}) // an interruption ends it
  try {
    for (const plan of await listTrials(nodes, runs, folder, signal)) {
      const { node, subject, tool, number: nth, total, at } = plan
      const done = trials.filter((trial) => trial.node === node.version && trial.busy === busy &&
        trial.subject === subject.name && trial.tool === tool).length
      if (done <= nth) {
        const verdict = await judge(tool, { ...subject.target, node: node.file }, folder, signal)
        trials.push({ node: node.version, busy, subject: subject.name, expected: subject.expected, tool, verdict })
        writeFileAtomic(STATE, JSON.stringify(trials))
      }
      onProgress((at + 1) / total)
    }
  } finally {
    kill()
    remove()
  }
  fs.rmSync(STATE, { force: true })
  return { trials }
}

const idle = () => ({ ended: Promise.resolve(), kill () {} })

async function listTrials (nodes, runs, folder, signal) {
  const trials = []
  for (const [i, wanted] of nodes.split(/[\s,]+/).filter(Boolean).entries()) {
    const node = await fetchNode(wanted, signal)
    for (const subject of subjects(folder)) {
      const times = { diagnose: i ? Math.ceil(runs / 3) : runs, doctor: i ? 0 : Math.min(runs, DOCTOR_RUNS) }
      for (const [tool, count] of Object.entries(times)) {
        for (let number = 0; number < count; number++) trials.push({ node, subject, tool, number })
      }
    }
  }
  return trials.map((trial, at) => ({ ...trial, at, total: trials.length }))
}

/** @returns {Promise<string>} a verdict */
async function judge (tool, target, folder, signal) {
  if (tool === 'diagnose') return (await measureDiagnosis(target, SETTINGS, { signal })).first.verdict
  const own = fs.mkdtempSync(path.join(folder, 'doctor-'))
  const { verdict } = await doctor.profile(target, { load: doctor.load, folder: own, signal })
  fs.rmSync(own, { recursive: true })
  return verdict
}

const isRight = ({ tool, expected, verdict }) => tool === 'doctor'
  ? DOCTOR[expected].includes(verdict)
  : expected === 'healthy' ? HEALTHY.test(verdict) : verdict === expected

/** @returns {string} such as "10 right", and what else was said */
function tally (trials) {
  const right = trials.filter(isRight).length
  const others = trials.filter((trial) => !isRight(trial)).map(({ verdict }) => verdict)
  const counts = [...new Set(others)]
    .map((verdict) => `${others.filter((other) => other === verdict).length} × ${verdict}`)
  return [`${right} of ${trials.length} right`, ...counts].join('; ')
}

module.exports = defineCheck({
  summary: 'Diagnoses the stages, the cases and the repaired cases many times, beside Clinic Doctor.',
  flags: {
    runs: { type: 'integer', min: 1, default: 10, help: 'of each server on the first version; a third on the others' },
    nodes: { type: 'string', default: '26 20 22 24', help: 'the versions of Node.js' },
    busy: { type: 'boolean', help: 'beside a process that takes a core' },
    anew: { type: 'boolean', help: 'begin from the start' }
  },
  run,
  report ({ trials }) {
    const diagnoses = trials.filter(({ tool }) => tool === 'diagnose')
    const wrong = diagnoses.filter((trial) => !isRight(trial) && !UNSURE.test(trial.verdict))
    const names = [...new Set(trials.map(({ subject }) => subject))]
    const of = (subject, tool) => trials.filter((trial) => trial.subject === subject && trial.tool === tool)
    return [
      ['all', `${tally(diagnoses).split(';')[0]}, ${number(wrong.length)} wrong`,
        wrong.length > diagnoses.length * 0.05 && `${wrong.length} of ${diagnoses.length} verdicts are wrong`],
      ...names.map((name) => {
        const others = of(name, 'doctor')
        const healthy = of(name, 'diagnose').filter(({ expected }) => expected === 'healthy')
        const accused = healthy.filter((trial) => !isRight(trial) && !UNSURE.test(trial.verdict)).length
        return [name, tally(of(name, 'diagnose')) + (others.length ? `. Doctor: ${tally(others)}` : ''),
          accused && `${name} is healthy, and was accused ${accused} times`]
      })
    ]
  }
})
