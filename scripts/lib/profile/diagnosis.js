'use strict'

// Loads a target with one connection and with many, has whyslow observe it, and judges what it
// observes. Where that leaves a question, another load answers it.

const { setTimeout: sleep } = require('node:timers/promises')
const { judge } = require('whyslow')
const { attach } = require('whyslow/attach')
const { findCallers, findHolders, observer, readDuring, LEAK } = require('whyslow/internals')
const { integer } = require('../cli/flags')
const { ensureAnswered, ensureUsable } = require('../load/answers')
const { bottleneck } = require('../load/bottleneck')
const { divide, loadInTurns } = require('../load/measure')
const { loadWarnings } = require('../load/result-warnings')
const { resultHeader, withoutSecrets } = require('../load/results')
const { startServer, PROBE_FOLDER } = require('../server/server')
const { OBSERVABLE } = require('./profiled-server')

/** @import { Target } from '../server/types' */
/** @import { Diagnosis, DiagnosisSettings } from './types' */

const WARMUP = 1 // s with one connection
const TURNS = 4 // of the second load; after each, what the process keeps is read
const BEAT = 250 // ms between two readings
const LATE = 2 // s with one connection after the load
const GROWN = 1.3 // times the CPU time of an early request: a pause tells whether time is the cause
const TRACED_FOR = 1 // s with one connection
const TRACES = { time: 900, most: 200, harness: PROBE_FOLDER } // ms
const CONNECTIONS = 10 // of a load that shows what holds a leak
const TRACED = ['calls', 'children', 'opened'] // what findings show by it
const SHOWN = 10e6 // bytes that a leak has to keep for its holder to stand out
const LEAST_KEPT = 1e6 // bytes: less of it is that of any program
const LEAKING = 4 // s that it gets for that, at most
const CPU = { cpu: 1000 } // µs between two samples
const HEAP = { heap: 32_768 } // bytes allocated between two samples, on average

const diagnosisFlags = {
  alone: integer(2, 600, 'seconds of load with one connection', 4),
  connections: integer(2, 1000, 'connections of the second load', 50),
  duration: integer(TURNS, 600, 'seconds of the second load', 8)
}

/**
 * Starts a server and diagnoses it.
 * @param {Target} target
 * @param {DiagnosisSettings} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Diagnosis>}
 * @throws {UserError} When the server does not start or dies, or answers with errors only.
 */
async function measureDiagnosis (target, settings, { onProgress, signal } = {}) {
  const { alone: aloneFor, connections, duration } = settings
  const header = resultHeader({ kind: 'diagnosis', target: target.name })
  const server = await startServer(target, { execArgv: OBSERVABLE, signal })
  const load = { url: server.url, ...target.request, duration }
  const turns = divide(duration, TURNS)
  const [turn] = turns
  const total = WARMUP + aloneFor + duration + turn + LATE
  let done = 0

  function onTurn (seconds) {
    done += seconds
    onProgress?.(Math.min(1, done / total))
  }

  function loadWith (connections, turns, options) {
    return loadServer(server, { ...load, connections }, turns, { ...options, onTurn })
  }

  async function ensureAnswers (measured) {
    if (!measured.requests.total) return // of no answer at all, the next load says more
    await ensureAnswered(target.name, { ...load, connections: 1 }, measured)
  }

  try {
    await ensureUsable(target.name, load)
    await server.ask('observe', observer)
    const cold = await loadWith(1, [WARMUP], { check: ensureAnswers })
    const alone = await loadWith(1, [aloneFor])
    const main = await loadWith(connections, turns, { profile: HEAP, isRested: true })
    // Not before: the profiler interrupts epoll_wait, and makes an idle event loop look busy.
    const profiled = await loadWith(connections, [turn], { profile: CPU })
    const evidence = {
      cold,
      alone,
      main,
      late: await loadWith(1, [LATE]),
      profiles: { ...main.profiles, ...profiled.profiles },
      harness: PROBE_FOLDER
    }
    const { measured, sample } = main
    const warnings = loadWarnings(measured)
    const judgement = await askFurther(evidence, {
      async pause () {
        await sleep(duration * 1000, null, { signal })
        return await loadWith(1, [LATE])
      },
      callers: () => traceCallers(target, load, signal)
    })
    const isLeak = [judgement.first, ...judgement.others].some(({ verdict }) => verdict === LEAK)
    if (isLeak) {
      const search = findLeak(target, load, judgement.facts, signal)
      judgement.holders = await orWarn(search, 'what holds the memory', warnings)
    }
    return {
      ...header,
      settings: { alone: aloneFor, connections, duration },
      load: withoutSecrets({ ...load, connections }),
      listening: server.process,
      alsoListening: server.others,
      measured,
      excessListeners: sample.excessListeners,
      warnings,
      ...judgement
    }
  } finally {
    await server.stop()
  }
}

/** Gives what a search finds; if it fails, there is a warning instead. */
async function orWarn (search, what, warnings) {
  try {
    return await search
  } catch (err) {
    if (!err.exitCode) throw err // a fault of ours
    warnings.push(`${what} was not looked for: ${err.message}`)
  }
}

/** Judges, and judges again with what the first judgement asks for. */
async function askFurther (evidence, { pause, callers }) {
  const { facts: { costGrowth = 1, listenersPerRequest }, first, others } = judge(evidence)
  const more = {}
  if (costGrowth > GROWN && !listenersPerRequest) more.paused = await pause()
  const shown = [first, ...others].map(({ shows }) => shows)
  if (shown.some((kind) => kind && TRACED.includes(kind))) more.callers = await callers()
  return judge({ ...evidence, ...more })
}

/** Who asks others: traces calls while one connection sends requests. */
async function traceCallers (target, load, signal) {
  return await withInspector(target, load, signal, async (inspector, ask, send) => {
    const trace = findCallers(inspector, ask, TRACES)
    const [callers] = await Promise.all([trace, send(1, TRACED_FOR)])
    return callers
  })
}

/** What holds the memory that requests leave. */
async function findLeak (target, load, { keptPerRequestBytes = 1, answered = 1 }, signal) {
  const rate = answered / load.duration
  const enough = Math.min(LEAKING, Math.ceil(SHOWN / keptPerRequestBytes / rate))
  return await withInspector(target, load, signal, async (inspector, ask, send) => {
    const work = () => send(CONNECTIONS, enough)
    const scripts = () => ask('scripts')
    await send(1, WARMUP)
    const found = await findHolders(inspector, { work, scripts, harness: PROBE_FOLDER, signal })
    return found.bytes < LEAST_KEPT ? undefined : found
  })
}

/** Starts a process of its own: the one that was loaded may hold much, or be out of descriptors. */
async function withInspector (target, load, signal, use) {
  const server = await startServer(target, { execArgv: OBSERVABLE, signal })
  const { ask, stop, url } = server
  const send = (connections, seconds) =>
    loadServer(server, { ...load, url, connections }, [seconds])
  let end
  try {
    await ask('observe', observer)
    const address = await ask('inspect')
    if (!address) return undefined // it is out of descriptors already
    const attached = await attach(address)
    end = attached.end
    return await use(attached.inspector, ask, send)
  } finally {
    await end?.()
    await stop()
  }
}

/**
 * @param {any} server
 * @param {import('../server/types').Load} load
 * @param {number[]} seconds of its turns
 * @param {object} [options]
 * @param {(measured: any) => unknown} [options.check]
 * @param {(seconds: number) => void} [options.onTurn]
 * @param {any} [options.profile] steps of a profiler, which is on meanwhile
 * @param {boolean} [options.isRested] reads after each turn what the server keeps
 */
async function loadServer (server, load, seconds, options = {}) {
  const { check, onTurn, profile, isRested } = options
  const { ask } = server
  const turns = loadInTurns(server, load, { check })
  await ask('start')
  const intervals = []
  const rests = [{ requests: 0, ...await ask('rest') }]
  if (profile) await ask('startProfile', profile)
  for (const duration of seconds) {
    const sent = turns.send(duration)
    try {
      intervals.push(...await readDuring(ask, sent, { beat: BEAT, pid: server.process.pid }))
    } catch (err) {
      await sent // of a server that is over, the load says more
      throw err
    }
    const { requests } = turns.measured()
    if (isRested) rests.push({ requests: requests.total, ...await ask('rest') })
    onTurn?.(duration)
  }
  const profiles = profile && await ask('stopProfile', profile)
  const { server: sample, backgroundCpu, ...measured } = turns.measured()
  const { requests } = measured
  return {
    intervals,
    rests,
    profiles,
    measured,
    sample,
    load: {
      answered: requests.total,
      errors: measured.errors,
      ...describeFailures(measured),
      latency: measured.latency.p50,
      took: measured.took * 1000,
      connections: load.connections,
      connectionsClosed: seconds.length * load.connections,
      generatorBound: bottleneck(sample, measured.generator) === 'generator',
      backgroundCpu: backgroundCpu ?? 0
    }
  }
}

/** @param {any} measured @returns {{refused: number, failures: string}} answers of 400 and above */
function describeFailures ({ errors, timeouts, statuses }) {
  const failures = []
  let refused = 0
  for (const [status, answers] of Object.entries(statuses)) {
    if (status < '400') continue
    refused += answers
    failures.push(`${status} × ${answers}`)
  }
  if (timeouts) failures.push(`time-out × ${timeouts}`)
  if (errors > timeouts) failures.push(`connection error × ${errors - timeouts}`)
  return { refused, failures: failures.join(', ') || 'no answer' }
}

module.exports = { describeFailures, diagnosisFlags, loadServer, measureDiagnosis, orWarn }
