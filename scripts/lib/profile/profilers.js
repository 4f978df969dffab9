'use strict'

// The profilers by name: `make flame-slow` runs the profiler flame on the target slow.

/** @import { ProcessTarget, ProfileOptions, Profiler, Settings, Target } from './types' */

const path = require('node:path')
const { UsageError, UserError } = require('../cli/errors')
const { integer, openFlag, quietFlag } = require('../cli/flags')
const { loadFlags, loadFromFlags } = require('../load/load-settings')
const { writeFile } = require('../load/results')
const { targetFlags } = require('../server/target-flags')
const { ROOT } = require('../cli/project')
const { temporaryFolder } = require('../server/process')
const { doctor, flame, heap } = require('./clinic')
const { cpuprofile } = require('./cpuprofile')
const { prof, trace } = require('./node-flags')

const PROFILES = path.join(ROOT, 'profiles')

// Node.js writes a profile when it exits, but not when a signal kills it.
const EXIT_ON_SIGINT =
  "--import 'data:text/javascript,process.on(\"SIGINT\",()=>process.exit())'"

// Few enough that slow accepts all of them before its event-loop turns become long; enough to keep
// it busy.
const CONNECTIONS = 10
const DURATION = 5 // s

/** @type {Record<string, Profiler>} */
const profilers = {
  doctor: {
    shows: 'Clinic Doctor: what kind of problem it is',
    byHand: { clinic: 'doctor' },
    connections: 20,
    run: doctor
  },
  flame: {
    shows: 'Clinic Flame: a flame graph',
    byHand: { clinic: 'flame' },
    run: flame
  },
  heap: {
    shows: 'Clinic HeapProfiler: what allocates the memory in use',
    byHand: { clinic: 'heapprofiler' },
    run: heap
  },
  prof: {
    shows: 'node --prof, and its summary',
    byHand: { flags: '--prof ', viewer: 'node --prof-process isolate*.log' },
    run: prof
  },
  cpuprofile: {
    shows: 'the CPU profiler of Node.js (--cpu-prof), in speedscope',
    byHand: {
      flags: `--cpu-prof ${EXIT_ON_SIGINT} `,
      viewer: 'npx speedscope CPU*.cpuprofile'
    },
    takesCommands: true,
    takesRunning: true,
    run: cpuprofile
  },
  trace: {
    shows: 'node --trace-warnings: warnings with their stacks',
    byHand: { flags: '--trace-warnings ' },
    takesCommands: true,
    duration: 2,
    run: trace
  }
}

function profilersHelp () {
  const lines = Object.entries(profilers).map(([tool, { shows }]) =>
    `  ${tool.padEnd(12)} ${shows}`)
  return lines.join('\n')
}

const profileFlags = {
  ...targetFlags,
  connections: integer(1, 10_000, 'connections at once (10; doctor 20)'),
  duration: integer(1, 3600, 'seconds of load (5; trace 2)'),
  rate: loadFlags.rate,
  open: openFlag,
  quiet: quietFlag
}

/**
 * @param {string} tool
 * @param {Partial<Settings>} [values] of the flags
 */
function profileLoad (tool, { connections, duration, rate } = {}) {
  const own = profilers[tool]
  return loadFromFlags({
    connections: connections ?? own.connections ?? CONNECTIONS,
    duration: duration ?? own.duration ?? DURATION,
    rate
  })
}

/**
 * @param {string} tool
 * @param {Target|ProcessTarget} target
 * @throws {UserError} When the tool cannot profile this kind of target.
 */
function ensureProfilable (tool, { command, running }) {
  const { takesCommands, takesRunning } = profilers[tool]
  if (running && !takesRunning) throw new UsageError('PID= and INSPECT= need cpuprofile')
  if (command && !takesCommands) {
    throw new UserError(`${tool} needs a file, not a command, as in APP=../shop/server.js`)
  }
}

/**
 * Profiles a target, and saves the files in profiles/. If it fails, the old ones stay.
 * @param {string} tool
 * @param {Target|ProcessTarget} target
 * @param {Omit<ProfileOptions, 'folder'>} options
 * @returns the profile, and the paths of its files
 */
async function saveProfile (tool, target, options) {
  const { folder, remove } = temporaryFolder(path.join(PROFILES, '.running-'))
  try {
    const profile = await profilers[tool].run(target, { ...options, folder })
    if (profile.frames?.self.length === 0) {
      throw new UserError(`${tool} took no samples of ${target.name}: raise DURATION`)
    }
    const name = `${tool}-${target.name.replace('/', '-')}` // a lab's server has a slash
    const saved = []
    for (const [extension, content] of Object.entries(profile.files)) {
      const file = path.join(PROFILES, name + extension)
      writeFile(file, content)
      saved.push(file)
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
  profilersHelp,
  saveProfile,
  PROFILES
}
