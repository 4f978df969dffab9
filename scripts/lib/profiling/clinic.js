'use strict'

// Clinic's tools, under the same load as the other commands: Doctor, Flame and HeapProfiler.

/** @import { Target } from '../measure/types' */
/** @import { DoctorReport, NodeTarget, ProfileOptions, Profiler } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { UserError, lastLines } = require('../base/errors')
const { ensureInstalled } = require('../system/npm')
const { LOOPBACK } = require('../system/network')
const { runProcess } = require('../system/process')
const { explainReport } = require('./doctor-report')
const { hottestFrames } = require('./frames')
const { findNodeCommand } = require('./profiled-server')
const { flameSamples, heapSamples } = require('./samples')

const CHANGE_FOLDER = path.join(__dirname, '../preload/change-folder.js')
const LOAD_PROCESS = path.join(__dirname, '../measure/load-process.js')
const DOCTOR_DATA = /<script type="application\/json" id="clinic-data">([^]*?)<\/script>/

/** @type {Profiler} */
const doctor = {
  summary: 'Clinic Doctor: what kind of problem it is',
  // Few enough that slow accepts all of them before its event-loop turns become long;
  // enough to keep it busy.
  load: { connections: 20, duration: 5 },
  async profile (target, options) {
    const { page } = await runClinic('doctor', target, options)
    return { files: { '.html': page }, ...explainReport(readReport(page)) }
  }
}

/** @type {Profiler} */
const flame = {
  summary: 'Clinic Flame: a flame graph',
  load: { connections: 10, duration: 5 },
  async profile (target, options) {
    const { page, data } = await runClinic('flame', target, options)
    const file = path.join(data, `${path.basename(data)}-samples`)
    const samples = flameSamples(readJson(file))
    if (!samples.length) {
      throw new UserError(`Clinic Flame sampled no JavaScript of ${target.name}: raise DURATION`)
    }
    const message = 'Clinic Flame counts native code (hashing, JSON, sockets) ' +
      'as the JavaScript function that called it.'
    return { files: { '.html': page }, frames: hottestFrames(samples), messages: [message] }
  }
}

/** @type {Profiler} */
const heap = {
  summary: 'Clinic HeapProfiler: what allocates the memory in use',
  load: { connections: 10, duration: 5 },
  async profile (target, options) {
    const { page, data } = await runClinic('heapprofiler', target, options)
    const samples = heapSamples(readJson(data).head)
    if (!samples.length) {
      throw new UserError(`Clinic HeapProfiler sampled nothing of ${target.name}: raise DURATION`)
    }
    const message = 'Sampled memory that was still in use at the end, ' +
      'by the function that allocated it.'
    return {
      files: { '.html': page, '.heapprofile': data },
      frames: { self: hottestFrames(samples).self },
      bytes: samples.reduce((sum, { weight }) => sum + weight, 0),
      messages: [message]
    }
  }
}

/**
 * @param {string} tool
 * @param {Target} target
 * @param {ProfileOptions} options
 * @returns {Promise<{page: string, data: string}>} paths of the page and of the raw data
 */
async function runClinic (tool, target, options) {
  ensureInstalled('clinic')
  const clinic = require.resolve('clinic/bin.js')
  const { folder, signal } = options
  const name = target.name.replace('/', '-')
  const node = await findNodeCommand(target, `clinic ${tool}`, signal)
  const { flags = [], file, args = [] } = node
  const onPort = `"${process.execPath}" "${LOAD_PROCESS}"`
  const { code, stdout, stderr } = await runProcess([
    process.execPath, clinic, tool,
    '--open=false',
    '--dest', folder,
    '--name', name,
    '--on-port', onPort,
    '--',
    // Flame names the program after the folder of the first argument.
    process.execPath, ...flags, file, ...args
  ], {
    cwd: folder, // V8 writes its logs there
    env: clinicEnvironment(node, options),
    signal,
    mayFail: true
  })
  const data = path.join(folder, `${name}.clinic-${tool}`)
  const page = `${data}.html`
  if (code === 0 && fs.existsSync(page)) return { page, data }
  const failure = `clinic ${tool} wrote no report on ${target.name} (exit code ${code})`
  throw new UserError(`${failure}. Its output:\n${lastLines(stdout + stderr)}`)
}

/** @param {NodeTarget} target @param {ProfileOptions} options */
function clinicEnvironment (target, { load, folder }) {
  const { file, cwd, env, listen, url, request } = target
  const body = request?.bodyFile ? undefined : request?.body // the load reads the file itself
  // Doctor opens its trace after the change of folder.
  const trace = `--trace-event-file-pattern=${folder}/node_trace.\${rotation}.log`
  const preload = `--require=${CHANGE_FOLDER}`
  const { NODE_OPTIONS = '' } = process.env
  const flags = `${NODE_OPTIONS} ${JSON.stringify(trace)} ${JSON.stringify(preload)}`
  return {
    ...process.env,
    ...env,
    NO_INSIGHT: '1',
    NO_UPDATE_NOTIFIER: '1',
    HOST: LOOPBACK,
    PORT: String(listen ?? 0),
    NODE_OPTIONS: flags.trim(),
    TARGET_FILE: file,
    TARGET_FOLDER: cwd,
    LOAD: JSON.stringify({ ...load, ...request, body, url, listen })
  }
}

/** @param {string} file */
function readJson (file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/** @param {string} page @returns {DoctorReport} */
function readReport (page) {
  const json = fs.readFileSync(page, 'utf8').match(DOCTOR_DATA)?.[1]
  const report = json && JSON.parse(json)
  if (report?.processStat?.length) return report
  throw new UserError(`Clinic Doctor wrote a report without data: ${page}`)
}

module.exports = { doctor, flame, heap }
