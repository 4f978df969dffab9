'use strict'

// The CPU profiler of node --cpu-prof, shown in speedscope. The probe starts and stops it: it works
// for commands, and leaves out the start of the server.

/** @import { ProcessTarget, ProfileOptions, RunProfiler, Target } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { pathToFileURL } = require('node:url')
const { attach } = require('whyslow/attach')
const { cpuProfileSamples, observer } = require('whyslow/internals')
const { abortable } = require('../cli/abortable')
const { preload, PROBE_FOLDER } = require('../server/server')
const { ensureInstalled } = require('../server/npm')
const { hottestFrames } = require('./hot-frames')
const { runUnderLoad } = require('./profiled-server')

const STEP = { cpu: 1000 } // µs between two samples
const PAGE = path.join(__dirname, 'speedscope.html')

/** @type {RunProfiler<Target|ProcessTarget>} */
async function cpuprofile (target, options) {
  const viewer = pathToFileURL(speedscopeFolder())
  const profile = target.running
    ? await profileRunning(target.running, options)
    : await profileUnderLoad(target, options)
  const json = JSON.stringify(profile)
  const base64 = Buffer.from(json).toString('base64')
  return {
    files: {
      '.cpuprofile': json,
      '.js': `speedscope.loadFileFromBase64('${target.name}', '${base64}')\n`,
      '.html': speedscopePage(`${viewer}/index.html`)
    },
    frames: hottestFrames(cpuProfileSamples(profile, PROBE_FOLDER)),
    messages: [
      'Native code counts as the Node.js function that called it: ' +
        'look for your code in the totals.',
      'JSON.stringify has no frame of its own: ' +
        'its time belongs to its caller, such as formatJSON.',
      'Chrome DevTools opens the .cpuprofile, too.'
    ]
  }
}

/** @param {Target} target @param {ProfileOptions} options */
async function profileUnderLoad (target, options) {
  const { answer } = await runUnderLoad(target, options, {
    execArgv: preload('observe'),
    async before (ask) {
      await ask('observe', observer)
      await ask('startProfile', STEP)
    },
    after: (ask) => ask('stopProfile', STEP)
  })
  return answer.cpu
}

/** @param {ProcessTarget['running']} running @param {ProfileOptions} options */
async function profileRunning (running, options) {
  const { load, onNotice, signal } = options
  const { inspector, end } = await attach(running, onNotice)
  try {
    onNotice?.('The profiler may pause the process for up to 0.6 s per 100 MB of its heap')
    await inspector.send('Profiler.enable')
    await inspector.send('Profiler.start')
    await abortable(sleep(load.duration * 1000), signal)
    return (await inspector.send('Profiler.stop')).profile
  } finally {
    await end()
  }
}

/** @returns {string} of speedscope's index.html @throws {UserError} When it is not installed. */
function speedscopeFolder () {
  ensureInstalled('speedscope')
  return path.join(
    path.dirname(require.resolve('speedscope/package.json')),
    'dist/release'
  )
}

/**
 * Makes a page that shows the profile of the same name beside it.
 * @param {string} viewer URL of speedscope's page
 */
function speedscopePage (viewer) {
  return fs.readFileSync(PAGE, 'utf8').replace('SPEEDSCOPE', viewer)
}

module.exports = { cpuprofile, speedscopeFolder, speedscopePage }
