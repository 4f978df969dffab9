'use strict'

// Runs the k6 script of docs/scale against each stage, whole and in segments, as the k6 operator splits it over pods.

const path = require('node:path')
const { UserError } = require('../../scripts/lib/base/errors')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { runProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { isInstalled } = require('../../scripts/lib/system/search-path')
const { defineCheck, runEach, withServer } = require('./check')

const SCRIPT = path.join(ROOT, 'docs/scale/k6/seed.js')
const NOT_MET_CODE = 99 // k6's exit code when a threshold is not met
const NOT_MET = /thresholds on metrics '(.*)' have been crossed/
const STAGES = ['slow', 'fast', 'optimized']

/** @typedef {{stage: string, whole: string[], split: string[]}} K6Run the thresholds that were not met */

/** @returns {Promise<{runs: K6Run[]}>} */
async function run ({ duration, segments }, { onProgress, signal }) {
  if (!isInstalled('k6')) throw new UserError('k6 is not in PATH: go install go.k6.io/k6@latest')
  const steps = Array.from({ length: segments + 1 }, (_, i) => i === segments ? '1' : i ? `${i}/${segments}` : '0')
  const split = steps.slice(1).map((end, i) =>
    ['--execution-segment', `${steps[i]}:${end}`, '--execution-segment-sequence', steps.join(',')])
  /** @type {(stage: string, processes: string[][]) => Promise<string[]>} */
  const load = (stage, processes) => withServer(findTarget(stage), { signal }, async ({ url }) => {
    const missed = await Promise.all(processes.map((flags) => runK6(flags, { URL: url, DURATION: duration }, signal)))
    return [...new Set(missed.flat())]
  })
  return {
    runs: await runEach(STAGES, onProgress, async (stage) =>
      ({ stage, whole: await load(stage, [[]]), split: await load(stage, split) }))
  }
}

/** @returns {Promise<string[]>} the thresholds that were not met */
async function runK6 (flags, settings, signal) {
  const variables = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const command = ['k6', 'run', '--quiet', ...flags, ...variables, SCRIPT]
  const { code, stderr } = await runProcess(command, { signal, mayFail: true })
  if (code === 0) return []
  const [, names] = stderr.match(NOT_MET) ?? []
  if (code !== NOT_MET_CODE || !names) throw new UserError(`k6 failed: ${stderr.trim()}`)
  return names.split(', ')
}

module.exports = defineCheck({
  summary: 'Runs the k6 script against the stages, whole and split into segments as the k6 operator does.',
  flags: {
    duration: { type: 'integer', min: 1, default: 10, help: 'seconds of each load' },
    segments: { type: 'integer', min: 2, max: 16, default: 4, help: 'processes that share one load' }
  },
  run,
  report: ({ runs, settings: { segments } }) => runs.flatMap(({ stage, ...missed }) =>
    Object.entries({ 'one process': missed.whole, [`${segments} segments`]: missed.split }).map(([how, thresholds]) => [
      `${stage}, ${how}`,
      thresholds.length ? `not met: ${thresholds.map((name) => `\`${name}\``).join(', ')}` : 'all thresholds are met',
      stage === 'optimized' && thresholds.length && 'optimized does not meet all thresholds',
      // Their tags have no quotes, and a client with the current copy gets no 304.
      stage !== 'optimized' && !thresholds.includes('checks') && `the wrong answers of ${stage} are not noticed`
    ]))
})
