'use strict'

/** @import { RunProfiler } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { heapSamples } = require('whyslow/frames')
const { UserError, lastLines } = require('../cli/errors')
const { sum } = require('../load/median')
const { LOOPBACK } = require('../server/network')
const { ensureInstalled } = require('../server/npm')
const { runProcess } = require('../server/process')
const { explainReport } = require('./doctor-report')
const { flameSamples, hottestFrames } = require('./hot-frames')
const { runUnderLoad } = require('./profiled-server')

const CHANGE_FOLDER = path.join(__dirname, '../server/probe/change-folder.js')
const LOAD_PROCESS = path.join(__dirname, '../load/load-process.js')
const TRIAL = { connections: 1, duration: 1, amount: 3 }

/** @type {RunProfiler} */
async function doctor (target, options) {
  const { page } = await runClinic('doctor', target, options)
  return { files: { '.html': page }, ...explainReport(page) }
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
async function runClinic (tool, target, options) {
  ensureInstalled('clinic')
  const { folder, signal } = options
  // This start tells the protocol, and whether the server answers.
  const { url } = await runUnderLoad(target, { ...options, load: TRIAL })
  // Doctor opens its trace after the change of folder.
  const trace = `--trace-event-file-pattern=${folder}/node_trace.\${rotation}.log`
  const flags = [trace, `--require=${CHANGE_FOLDER}`]
  const usesArguments = tool === 'heapprofiler' // it discards NODE_OPTIONS
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
    ...usesArguments ? flags : [],
    ...target.flags ?? [],
    target.file,
    ...target.args ?? []
  ], {
    cwd: folder, // V8 writes its logs there
    env: clinicEnvironment(target, url, options, usesArguments ? [] : flags),
    signal,
    mayFail: true
  })
  const data = path.join(folder, `profile.clinic-${tool}`)
  const page = `${data}.html`
  if (code === 0 && fs.existsSync(page)) return { page: readText(page), data }
  const problem = `clinic ${tool} wrote no report on ${target.name} (exit code ${code})`
  throw new UserError(`${problem}. Its output:\n${lastLines(stderr)}`)
}

function clinicEnvironment (target, url, { load }, flags) {
  const { file, cwd, listen, request } = target
  const { NODE_OPTIONS = '' } = process.env
  const options = flags.map((flag) => JSON.stringify(flag))
  const body = request?.bodyFile ? undefined : request?.body // the load reads the file itself
  return {
    ...process.env,
    ...target.env,
    NO_INSIGHT: '1',
    NO_UPDATE_NOTIFIER: '1',
    HOST: LOOPBACK,
    PORT: String(listen ?? 0),
    NODE_OPTIONS: [NODE_OPTIONS, ...options].join(' '),
    TARGET_FILE: file,
    TARGET_FOLDER: cwd ?? path.dirname(file),
    LOAD: JSON.stringify({ ...load, ...request, body, url, listen })
  }
}

function readText (file) {
  return fs.readFileSync(file, 'utf8')
}

module.exports = { doctor, flame, heap }
