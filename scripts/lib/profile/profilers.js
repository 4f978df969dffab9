'use strict'

// The profilers by name: `make flame-slow` runs the profiler flame on the target slow.

/** @import { Target } from '../server/types' */
/** @import { ProfileOptions, Profiler } from './types' */

const path = require('node:path')
const { UsageError, UserError } = require('../cli/errors')
const { openFlag, quietFlag } = require('../cli/flags')
const { loadFlags, loadFromFlags } = require('../load/load-flags')
const { runningFlags, targetFlags } = require('../server/target-flags')
const { ensureWritable, writeFileAtomic } = require('../server/files')
const { ROOT } = require('../cli/root')
const { temporaryFolder } = require('../server/watchdog')
const { doctor, flame, heap } = require('./clinic')
const { cpuprofile } = require('./cpuprofile')
const { prof, trace } = require('./node-flags')

const PROFILES = path.join(ROOT, 'profiles')

/** @type {Record<string, Profiler>} */
const profilers = { doctor, flame, heap, prof, cpuprofile, trace }

const PROFILERS_HELP = `
  doctor       Clinic Doctor: what kind of problem it is
  flame        Clinic Flame: a flame graph
  heap         Clinic HeapProfiler: what allocates the memory in use
  prof         node --prof, and its summary
  cpuprofile   the CPU profiler of Node.js (--cpu-prof), in speedscope
  trace        node --trace-warnings: warnings with their stacks`

/** @type {Record<string, import('../cli/types').Flag>} */
const profileFlags = {
  ...targetFlags,
  connections: loadFlag('connections', 'connections at once (10; doctor 20)'),
  duration: loadFlag('duration', 'seconds of load (5; trace 2)'),
  rate: loadFlags.rate,
  ...runningFlags,
  open: openFlag,
  quiet: quietFlag
}

function loadFlag (name, help) {
  return { ...loadFlags[name], default: undefined, help }
}

/**
 * @param {string} tool
 * @param {Record<string, any>} [values] of the flags
 */
function profileLoad (tool, { connections, duration, rate } = {}) {
  return loadFromFlags({
    // Few enough that slow accepts all of them before its event-loop turns become long;
    // enough to keep it busy.
    connections: connections ?? (tool === 'doctor' ? 20 : 10),
    duration: duration ?? (tool === 'trace' ? 2 : 5),
    rate
  })
}

/**
 * @param {string} tool
 * @param {Target} target
 * @throws {UserError} When the tool cannot profile this kind of target.
 */
function ensureProfilable (tool, { command, running }) {
  if (running && tool !== 'cpuprofile') {
    throw new UsageError('PID= and INSPECT= need cpuprofile')
  }
  if (command && !['cpuprofile', 'trace'].includes(tool)) {
    throw new UserError(
      `${tool} needs the file that ${command} runs, as in APP=../shop/server.js`
    )
  }
}

/**
 * Profiles a target, and saves the files in profiles/. If it fails, the old ones stay.
 * @param {string} tool
 * @param {Target} target
 * @param {Omit<ProfileOptions, 'folder'>} options
 * @returns the profile, and the paths of its files
 */
async function saveProfile (tool, target, options) {
  ensureWritable(PROFILES)
  const { folder, remove } = temporaryFolder(path.join(PROFILES, '.running-'))
  try {
    const profile = await profilers[tool](target, { ...options, folder })
    if (profile.frames?.self.length === 0) {
      throw new UserError(`${tool} took no samples of ${target.name}: raise DURATION`)
    }
    const name = `${tool}-${target.name.replace('/', '-')}` // a lab's server has a slash
    const saved = []
    for (const [extension, content] of Object.entries(profile.files)) {
      const file = path.join(PROFILES, name + extension)
      saved.push(writeFileAtomic(file, content))
    }
    return { profile, saved }
  } finally {
    remove()
  }
}

module.exports = {
  ensureProfilable,
  profileFlags,
  profileLoad,
  profilers,
  saveProfile,
  PROFILERS_HELP,
  PROFILES
}
