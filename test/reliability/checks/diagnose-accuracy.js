'use strict'

// Diagnoses every stage, every practice case and every fixed case many times, and asks Clinic Doctor for comparison.

const fs = require('node:fs')
const path = require('node:path')
const { number } = require('../../../scripts/lib/base/format')
const { measureDiagnosis } = require('../../../scripts/lib/diagnosis/collect')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { doctor } = require('../../../scripts/lib/profiling/profilers')
const { readResult, RESULTS } = require('../../../scripts/lib/measure/results')
const { ensureWritable, writeFileAtomic } = require('../../../scripts/lib/system/files')
const { fetchNode } = require('../../../docs/labs/node-versions/fetch-node')
const { startProcess } = require('../../../scripts/lib/system/process')
const { ROOT } = require('../../../scripts/lib/system/root')
const { temporaryFolder } = require('../../../scripts/lib/system/watchdog')
const { caseTarget } = require('../../../scripts/lib/workshop/case-check')
const { caseNames, copyFixed, readCase } = require('../../../scripts/lib/workshop/cases')
const { defineCheck } = require('../check')

const STATE = path.join(RESULTS, 'diagnosis-accuracy.state') // not .json: it is no result
const SETTINGS = { alone: 4, connections: 50, duration: 8 }
const RIGHT = 0.95 // of the verdicts, on an idle machine
const SURE = 0.7 // of the diagnoses give a verdict on a busy machine
const WRONG = 0.05 // of them at most
const FEW = 3 // rounds on other versions of Node.js, and with Doctor
const HEALTHY = 'healthy'
const UNSURE = 'not enough evidence'
const WAITING = 'waiting for dependencies'
// What Doctor can say of a server with the fault, and be right.
const DOCTOR = {
  'event loop blocked by computation': 'event-loop',
  'event loop blocked by synchronous I/O': 'event-loop',
  'cost grows with every request': 'event-loop',
  'garbage collection pressure': 'gc',
  'memory leak': 'gc',
  [WAITING]: 'io',
  'thread pool saturated': 'io',
  [HEALTHY]: 'none'
}

const DOCTOR_SAYS = { none: 'no issue', data: 'too little data', unknown: 'an unknown issue' }

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {import('../../../scripts/lib/measure/targets').Target} target
 * @property {boolean} [isFixed] Doctor is not asked about it
 * @property {string[]} expected verdicts of which each is right, or `healthy` for those that begin so
 *
 * @typedef {object} Trial
 * @property {string} node version
 * @property {boolean} busy beside a process that takes a core
 * @property {string} subject
 * @property {string[]} expected
 * @property {'diagnose'|'doctor'} tool
 * @property {string} verdict
 */

/** @param {string} folder for fixed cases @returns {Subject[]} */
function subjects (folder) {
  const stages = ['slow', 'fast', 'optimized'].map((name) => ({
    name, target: findTarget(name), expected: [name === 'slow' ? 'cost grows with every request' : HEALTHY]
  }))
  const cases = caseNames().map(readCase)
  const dealt = cases.map((the) =>
    ({ name: the.name, target: caseTarget(the), expected: [the.verdicts[0].replace(/^healthy.*/, HEALTHY)] }))
  const fixed = cases.filter(({ fix }) => fix).map((the) => {
    copyFixed(the, path.join(folder, the.name))
    return {
      name: `${the.name}, repaired`, // the name in the recorded results
      isFixed: true,
      target: caseTarget({ ...the, folder: path.join(folder, the.name) }),
      // A service that has to wait for a backend still waits when it is fixed, unless its requests keep it busy.
      expected: the.verdicts.includes(WAITING) ? [HEALTHY, WAITING] : [HEALTHY]
    }
  })
  return [...stages, ...dealt, ...fixed]
}

/** @returns {Promise<{trials: Trial[]}>} goes on where an interrupted run has stopped */
async function run ({ nodes, runs, anew }, { onProgress, signal }) {
  ensureWritable(RESULTS)
  const saved = anew ? [] : readResult(STATE, [])
  const { folder, remove } = temporaryFolder(path.join(ROOT, 'exercise-fixed-')) // packages are found from there
  const trials = []
  try {
    const plan = await planTrials(nodes, runs, folder, signal)
    for (const [i, { subject, node, busy, tool }] of plan.entries()) {
      const known = saved.findIndex((trial) => trial.node === node.version && trial.busy === busy &&
        trial.tool === tool && trial.subject === subject.name)
      const target = { ...subject.target, node: node.file }
      const verdict = known < 0 ? await judge(tool, target, busy, folder, signal) : saved.splice(known, 1)[0].verdict
      trials.push({ node: node.version, busy, subject: subject.name, expected: subject.expected, tool, verdict })
      writeFileAtomic(STATE, JSON.stringify([...trials, ...saved]))
      onProgress((i + 1) / plan.length)
    }
  } finally {
    remove()
  }
  fs.rmSync(STATE, { force: true })
  return { trials }
}

/** Rounds: the first version of Node.js in each, idle and busy; the others and Doctor in the first few. */
async function planTrials (nodes, runs, folder, signal) {
  const versions = []
  for (const wanted of nodes.split(/[\s,]+/).filter(Boolean)) versions.push(await fetchNode(wanted, signal))
  const [first, ...others] = versions
  const all = subjects(folder)
  return Array.from({ length: runs }).flatMap((_, round) => all.flatMap((subject) => [
    { subject, node: first, busy: false, tool: 'diagnose' },
    { subject, node: first, busy: true, tool: 'diagnose' },
    ...(round < FEW ? others.map((node) => ({ subject, node, busy: false, tool: 'diagnose' })) : []),
    ...(round < FEW && !subject.isFixed ? [{ subject, node: first, busy: false, tool: 'doctor' }] : [])
  ]))
}

/** @returns {Promise<string>} a verdict */
async function judge (tool, target, busy, folder, signal) {
  const { ended, kill } = busy ? startProcess([process.execPath, '-e', 'for (;;);'], { signal }) : IDLE
  ended.catch(() => {}) // it is killed
  try {
    if (tool === 'diagnose') return (await measureDiagnosis(target, SETTINGS, { signal })).first.verdict
    const own = fs.mkdtempSync(path.join(folder, 'doctor-'))
    return (await doctor.profile(target, { load: doctor.load, folder: own, signal })).verdict
  } finally {
    kill()
  }
}

const IDLE = { ended: Promise.resolve(), kill () {} }

/** @param {Trial} trial */
const isRight = ({ tool, expected, verdict }) => tool === 'doctor'
  ? expected.some((right) => DOCTOR[right] === verdict)
  : expected.some((right) => verdict.startsWith(right))

/** @param {Trial} trial */
const isWrong = (trial) => !isRight(trial) && !trial.verdict.startsWith(UNSURE)

/** @param {Trial[]} trials @returns {string} such as "9 of 10 right, 1 × healthy" */
function tally (trials) {
  const others = trials.filter((trial) => !isRight(trial))
    .map(({ verdict }) => DOCTOR_SAYS[verdict] ?? verdict.replace(/:.*/, ''))
  const counts = [...new Set(others)]
    .map((verdict) => `${others.filter((other) => other === verdict).length} × ${verdict}`)
  return [`${trials.length - others.length} of ${trials.length} right`, ...counts].join(', ')
}

/** @type {(groups: [string, Trial[]][]) => string} */
const tallyText = (groups) => groups.filter(([, trials]) => trials.length)
  .map(([label, trials]) => `${label}: ${tally(trials)}`).join('; ')

/** @param {Trial[]} trials @returns {number} share of those that are right */
const shareRight = (trials) => trials.filter(isRight).length / Math.max(1, trials.length)

module.exports = defineCheck({
  summary: 'Diagnoses the stages, the cases and the repaired cases many times, beside Clinic Doctor.',
  flags: {
    runs: { type: 'integer', min: 1, default: 10, help: `rounds; at most ${FEW} with Doctor and other versions` },
    nodes: { type: 'string', default: '26 20 22 24', help: 'versions of Node.js; all rounds with the first' },
    anew: { type: 'boolean', help: 'forget an interrupted run' }
  },
  run,
  report ({ trials }) {
    const byDoctor = trials.filter(({ tool }) => tool === 'doctor')
    const [idle, busy] = [false, true]
      .map((wanted) => trials.filter((trial) => trial.tool === 'diagnose' && trial.busy === wanted))
    const healthy = [...idle, ...busy].filter(({ expected: [first] }) => first === HEALTHY)
    const accused = healthy.filter(isWrong).length
    const [names, nodes] = ['subject', 'node'].map((key) => [...new Set(trials.map((trial) => trial[key]))])
    const of = (some, name) => some.filter(({ subject }) => subject === name)
    return [
      ['idle machine', tally(idle), shareRight(idle) < RIGHT && 'fewer are right than should be'],
      ...nodes.map((version) => [`Node.js ${version}`, tally(idle.filter(({ node }) => node === version))]),
      ['busy machine', tally(busy),
        busy.filter(isWrong).length / busy.length > WRONG && 'more are wrong on a busy machine than may be',
        busy.filter((trial) => !isRight(trial) && !isWrong(trial)).length / busy.length > 1 - SURE &&
          'fewer have a verdict on a busy machine than should'],
      ['healthy servers accused', `${number(accused)} of ${number(healthy.length)}`,
        accused && 'it accuses healthy servers'],
      ['Clinic Doctor', tally(byDoctor)],
      ...names.map((name) => [
        name, tallyText([['idle', of(idle, name)], ['busy', of(busy, name)], ['Doctor', of(byDoctor, name)]]),
        shareRight(of(byDoctor, name)) > shareRight(of(idle, name)) && `Doctor is right about ${name} more often`])
    ]
  }
})
