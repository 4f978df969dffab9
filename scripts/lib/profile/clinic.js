'use strict'

/** @import { StackSample } from '../../whyslow/types' */
/** @import { DoctorData, FileTarget, ProfileOptions, RunProfiler, Tick } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { fromCallFrame, heapSamples } = require('whyslow/internals')
const { UserError, lastLines } = require('../cli/errors')
const { ms, percent } = require('../cli/format')
const { mean, sum } = require('../load/statistics')
const { LOOPBACK, PROBE_FOLDER } = require('../server/server')
const { ensureInstalled } = require('../server/npm')
const { runProcess } = require('../server/run-process')
const { hottestFrames } = require('./hot-frames')
const { runUnderLoad } = require('./profiled-server')

const CHANGE_FOLDER = path.join(PROBE_FOLDER, 'change-folder.js')
const LOAD_PROCESS = path.join(__dirname, '../load/load-process.js')
const TRIAL = { connections: 1, duration: 1, amount: 3 }
const DOCTOR_DATA = /<script type="application\/json" id="clinic-data">([^]*?)<\/script>/
/** @type {Record<string, string>} by Doctor's category */
const ISSUES = {
  'event-loop':
    'a potential event-loop issue: something blocks the event loop for long periods.',
  io: 'a potential I/O issue: the process waits for something slow outside of it.',
  gc: 'a potential garbage-collection issue: the process allocates and discards memory too fast.',
  none: 'no issue.',
  unknown:
    'an issue of unknown kind: the metrics contradict each other. ' +
    'Close other programs and run this again: the server may have waited for a CPU core.',
  data: 'too little data for a verdict: raise DURATION.'
}
// As in a V8 log: `*emit node:events:471:44` (https://v8.dev/docs/profile).
const V8_FRAME =
  /^[*~^+]?(?:(.*?) )?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/

/** @type {RunProfiler} */
async function doctor (target, options) {
  const { page } = await runClinic('doctor', target, options)
  return { files: { '.html': page }, ...readDoctor(page) }
}

/**
 * Reads Doctor's verdict, and what it measured under load.
 * @param {string} page its HTML
 * @returns {{ messages: string[], verdict: string }}
 */
function readDoctor (page) {
  /** @type {DoctorData} */
  const { analysis, processStat } = JSON.parse(page.match(DOCTOR_DATA)?.[1] ?? '')
  const { issueCategory: verdict, interval: [from, to] } = analysis
  const messages = [`Doctor sees ${ISSUES[verdict]}`]
  const loaded = processStat.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
  if (loaded.length) {
    const worst = ms(Math.max(...loaded.map(({ delay }) => delay)))
    const cpu = percent(mean(loaded.map((stat) => stat.cpu))) // of a core
    messages.push(
      `worst event-loop delay ${worst}, CPU ${cpu} of a core on average, both under load`
    )
  }
  return { messages, verdict }
}

/** @type {RunProfiler} */
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

/**
 * Leaves out native frames, as the page of Clinic Flame does at first.
 * @param {Tick[][]} ticks
 * @returns {StackSample[]} weights in ticks
 */
function flameSamples (ticks) {
  const samples = []
  for (const tick of ticks) {
    const functions = tick.filter(({ type }) => type === 'JS')
    const stack = functions.map(({ name }) => parseFrame(name))
    if (stack.length) samples.push({ stack, weight: 1 })
  }
  return samples
}

/** @param {string} text */
function parseFrame (text) {
  const [, functionName, url, line, column] = text.match(V8_FRAME) ?? [text, text, '', 0, 0]
  return fromCallFrame({
    functionName,
    url,
    lineNumber: Number(line) - 1,
    columnNumber: Number(column) - 1
  })
}

/** @type {RunProfiler} */
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
/** @param {string} tool @param {FileTarget} target @param {ProfileOptions} options */
async function runClinic (tool, target, options) {
  ensureInstalled('clinic')
  const { folder, signal } = options
  const { file, flags = [], args = [], cwd = path.dirname(file) } = target
  // This start tells the protocol, and whether the server answers.
  const { url } = await runUnderLoad(target, { load: TRIAL, signal })
  const { code, stderr } = await runProcess([
    process.execPath,
    require.resolve('clinic/bin.js'),
    tool,
    '--open=false',
    `--dest=${folder}`,
    '--name=profile',
    `--on-port="${process.execPath}" "${LOAD_PROCESS}"`,
    '--',
    process.execPath, // Flame names the program after the folder of the first argument
    ...flags,
    file,
    ...args
  ], {
    // Doctor and Flame read V8's logs there. HeapProfiler discards NODE_OPTIONS.
    cwd: tool === 'heapprofiler' ? cwd : folder,
    env: clinicEnvironment({ ...target, cwd }, url, options),
    signal,
    mayFail: true
  })
  const data = path.join(folder, `profile.clinic-${tool}`)
  const page = `${data}.html`
  if (code === 0 && fs.existsSync(page)) return { page: readText(page), data }
  const problem = `clinic ${tool} wrote no report on ${target.name} (exit code ${code})`
  throw new UserError(`${problem}. Its output:\n${lastLines(stderr)}`)
}

/** @param {FileTarget} target @param {string} url @param {ProfileOptions} options */
function clinicEnvironment ({ file, cwd, env, listen, request }, url, { folder, load }) {
  const { NODE_OPTIONS = '' } = process.env
  // Doctor opens its trace after the change of folder.
  const trace = `--trace-event-file-pattern=${folder}/node_trace.\${rotation}.log`
  const changeFolder = `--require=${CHANGE_FOLDER}`
  const body = request?.bodyFile ? undefined : request?.body // the load reads the file itself
  return {
    ...process.env,
    ...env,
    NO_INSIGHT: '1',
    NO_UPDATE_NOTIFIER: '1',
    HOST: LOOPBACK,
    PORT: String(listen ?? 0),
    NODE_OPTIONS: [NODE_OPTIONS, JSON.stringify(trace), JSON.stringify(changeFolder)].join(' '),
    TARGET_FILE: file,
    TARGET_FOLDER: cwd,
    LOAD: JSON.stringify({ ...load, ...request, body, url, listen })
  }
}

/** @param {string} file */
function readText (file) {
  return fs.readFileSync(file, 'utf8')
}

module.exports = { doctor, flame, flameSamples, heap, readDoctor }
