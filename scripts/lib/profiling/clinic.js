'use strict'

/** @import { Profiler } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { UserError, lastLines } = require('../base/errors')
const { sum } = require('../statistics/median')
const { ensureInstalled } = require('../system/npm')
const { explainReport } = require('./doctor-report')
const { hottestFrames } = require('./frames')
const { runUnderLoad } = require('./profiled-server')
const { flameSamples, heapSamples } = require('./samples')

const PRELOADED = path.join(__dirname, '../preload/clinic.js')
const TRIAL = { connections: 1, duration: 1, amount: 3 }
const STARTED_BEFORE = 3600 // s
const ANALYSIS_LIMIT = 600_000 // ms

/** @type {Profiler} */
async function doctor (target, options) {
  const { page } = await runClinic('doctor', target, options)
  return { files: { '.html': page }, ...explainReport(page) }
}

/** @type {Profiler} */
async function flame (target, options) {
  const { page, data } = await runClinic('flame', target, options)
  const ticks = JSON.parse(readText(`${data}/profile.clinic-flame-samples`))
  return {
    files: { '.html': page },
    frames: hottestFrames(flameSamples(ticks)),
    messages: [
      'Clinic Flame counts native code (hashing, JSON, sockets) ' +
        'as the JavaScript function that called it.'
    ]
  }
}

/** @type {Profiler} */
async function heap (target, options) {
  const { page, data } = await runClinic('heapprofiler', target, options)
  const profile = readText(data)
  const samples = heapSamples(JSON.parse(profile).head)
  return {
    files: { '.html': page, '.heapprofile': profile },
    frames: { self: hottestFrames(samples).self },
    bytes: sum(samples.map(({ weight }) => weight)),
    messages: [
      'Sampled memory that was still in use at the end, ' +
        'by the function that allocated it.'
    ]
  }
}

// `page` is HTML, `data` the path of the raw data.
async function runClinic (tool, target, options) {
  ensureInstalled('clinic')
  // Without Clinic, a server that fails says more.
  await runUnderLoad(target, { ...options, load: TRIAL })
  const clinic = clinicTarget(tool, target, options.folder)
  const { stderr } = await runUnderLoad(clinic, options, { stopLimit: ANALYSIS_LIMIT })
  const data = path.join(options.folder, `profile.clinic-${tool}`)
  const page = `${data}.html`
  if (fs.existsSync(page)) return { page: readText(page), data }
  const problem = `clinic ${tool} wrote no report on ${target.name}`
  throw new UserError(`${problem}. Its output:\n${lastLines(stderr)}`)
}

// Clinic, which starts the server. HeapProfiler discards NODE_OPTIONS.
function clinicTarget (tool, target, folder) {
  const { flags = [], file, args = [], cwd = path.dirname(file) } = target
  return {
    ...target,
    file: require.resolve('clinic/bin.js'),
    flags: [],
    args: [
      tool,
      '--open=false',
      `--dest=${folder}`,
      '--name=profile',
      '--',
      process.execPath, // Flame names the program after the folder of the first argument
      // Doctor opens its trace after the change of folder.
      `--trace-event-file-pattern=${folder}/node_trace.\${rotation}.log`,
      '--require',
      PRELOADED,
      ...flags,
      file,
      ...args
    ],
    cwd: folder, // V8 writes its logs there
    start: STARTED_BEFORE,
    env: {
      ...target.env,
      NO_INSIGHT: '1',
      NO_UPDATE_NOTIFIER: '1',
      TARGET_FILE: file,
      TARGET_FOLDER: cwd
    }
  }
}

function readText (file) {
  return fs.readFileSync(file, 'utf8')
}

module.exports = { doctor, flame, heap }
