'use strict'

// Loads a target with one connection and with many, has whyslow observe it, and judges what it
// observes. Where that leaves a question, another load answers it. An endpoint that takes seconds
// gets fewer requests and more time.

const { setTimeout: sleep } = require('node:timers/promises')
const { attach } = require('whyslow/attach')
const {
  findCallers, findHolders, judge, observer, readDuring, LEAK
} = require('whyslow/internals')
const { isUserError } = require('../cli/errors')
const { integer } = require('../cli/flags')
const { number, rough } = require('../cli/format')
const { divide, takeTurns } = require('../compare/turns')
const { answerWarnings, ensureAnswered } = require('../load/answers')
const { bottleneck } = require('../load/bottleneck')
const { resultHeader, withoutSecrets } = require('../load/results')
const { preload, startServer, PROBE_FOLDER } = require('../server/server')

/** @import { Judgement } from '../../whyslow/types' */
/** @import { Causes, Diagnosis, DiagnosisSettings, Load, LoadMeasurement } from './types' */
/** @import { DiagnosisOptions, ObserveOptions, Server, Target } from './types' */

const WARMUP = 1 // s with one connection
const ONE = { connections: 1, amount: 1, timeout: 30, bailout: 1 } // s
const SLOW = 0.5 // s that a request takes
const VERY_SLOW = 2 // s: a single request is observed often enough
const LONG = 15 // s that a request takes: two at once are enough
const LONGEST = 45 // s of the second load of a slow endpoint
const AT_LEAST = 2.5 // requests that a connection has time for
const ANSWER_LIMIT = 100_000 // ms that computing requests may block the event loop for, in turn
const TURNS = 4 // of the second load; after each, what the process keeps is read
const BEAT = 250 // ms between two readings
const LATE = 2 // s with one connection after the load
const GROWN = 1.3 // times the CPU time of an early request: a pause tells whether time is the cause
const TRACED_FOR = 1 // s with one connection
const CONNECTIONS = 10 // of a load that shows what holds a leak
const TRACED = ['agent', 'calls', 'children', 'opened', 'writes'] // what findings show by it
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
 * @param {DiagnosisOptions} [options]
 * @returns {Promise<Diagnosis>}
 * @throws {UserError} When the server does not start or dies, or answers with errors only.
 */
async function measureDiagnosis (target, settings, options = {}) {
  const { alone, connections, duration } = settings
  const header = resultHeader({ kind: 'diagnosis', target: target.name })
  const { evidence, load, ...observed } = await observeTarget(target, settings, options)
  // Not while it runs: another process of it may need the same port.
  const { callers, holders, warnings } =
    await findCauses(target, load, judge(evidence), options.signal)
  return {
    ...header,
    settings: { alone, connections, duration },
    load: withoutSecrets(load),
    ...observed,
    warnings: [...answerWarnings(observed.measured), ...warnings],
    ...judge({ ...evidence, callers }),
    holders
  }
}

/**
 * Starts a server, and observes it under its loads.
 * @param {Target} target
 * @param {DiagnosisSettings} settings
 * @param {DiagnosisOptions} options
 */
async function observeTarget (target, settings, { onNotice, onProgress, signal }) {
  const execArgv = [...preload('observe'), ...preload('excess-listeners')]
  const server = await startServer(target, { answerLimit: ANSWER_LIMIT, execArgv, signal })
  const load = { url: server.url, ...target.request, duration: settings.duration }
  let plan = planLoads(0, settings)
  let done = 0

  /** @param {number} seconds */
  function onTurn (seconds) {
    done += seconds
    onProgress?.(Math.min(1, done / plan.total))
  }

  /** @param {number} connections @param {number[]} turns @param {ObserveOptions} [options] */
  function loadWith (connections, turns, options) {
    return observeLoad(server, { ...load, connections }, turns, { ...options, onTurn })
  }

  try {
    await server.ask('observe', observer)
    let one = await observeLoad(server, { ...load, ...ONE }, [0])
    let seconds = secondsOf(one.measured)
    if (seconds >= SLOW && seconds < LONG) { // or it had to warm up
      one = await observeLoad(server, { ...load, ...ONE }, [0])
      seconds = secondsOf(one.measured)
    }
    plan = planLoads(seconds, settings)
    const { connections, alone, turns, profiled, late } = plan
    if (seconds >= VERY_SLOW) {
      const least = one.measured.timeouts ? 'more than ' : ''
      const time = `the diagnosis takes about ${Math.round(plan.total)} s more`
      onNotice?.(`a request takes ${least}${number(rough(seconds))} s, so ${time}`)
    }
    const timeout = turns[0] + ONE.timeout // what the load cuts off at its end is no failure
    const first = late ? await loadWith(1, [WARMUP]) : one
    if (first.measured.requests.total) ensureAnswered(target.name, load.url, first.measured)
    const phases = [first]
    if (alone) phases.push(await loadWith(1, [alone]))
    const main = await loadWith(connections, turns, { profile: HEAP, isRested: true, timeout })
    phases.push(main)
    // Not before: the profiler interrupts epoll_wait, and makes an idle event loop look busy.
    const profile = await loadWith(plan.profiledBy, [profiled], { profile: CPU, timeout })
    if (late) phases.push(await loadWith(1, [late]))
    const profiles = { ...main.profiles, ...profile.profiles }
    const evidence = { phases, profiles, harness: PROBE_FOLDER }
    const { costGrowth = 1, listenersPerRequest } = judge(evidence).facts
    if (costGrowth > GROWN && !listenersPerRequest) {
      await sleep(settings.duration * 1000, null, { signal })
      phases.push(await loadWith(1, [LATE]))
    }
    return {
      evidence,
      load: { ...load, connections },
      listening: server.process,
      alsoListening: server.others,
      measured: main.measured,
      excessListeners: await server.ask('excessListeners')
    }
  } finally {
    await server.stop()
  }
}

// Of a connection that failed, nothing is known.
/** @param {LoadMeasurement} one @returns {number} that a request takes, at least */
function secondsOf ({ requests, timeouts, took }) {
  return requests.total || timeouts ? took : 0
}

/**
 * Plans the loads by the time of a request alone. Each connection has time for some requests.
 * @param {number} seconds
 * @param {DiagnosisSettings} settings
 */
function planLoads (seconds, { alone, connections, duration }) {
  if (seconds < SLOW) {
    const turns = divide(duration, TURNS)
    const total = WARMUP + alone + duration + turns[0] + LATE
    const quick = { profiled: turns[0], profiledBy: connections, late: LATE }
    return { alone, connections, turns, ...quick, total }
  }
  const time = Math.max(duration, Math.min(LONGEST, Math.ceil(AT_LEAST * seconds)))
  const least = seconds < LONG ? 3 : 2 // a server that computes takes so many times as long
  const plan = {
    alone: seconds < VERY_SLOW ? alone : 0,
    connections: Math.min(connections, Math.max(least, Math.floor(time / seconds))),
    turns: [time],
    profiled: Math.ceil(seconds),
    profiledBy: 1,
    late: 0
  }
  return { ...plan, total: plan.alone + time + plan.profiled + seconds }
}

/**
 * Finds out who asks others, and what holds a leak, if the findings need it. This takes a process
 * of its own: the one that was loaded may hold much, or be out of descriptors. If it fails, there
 * is a warning.
 * @param {Target} target
 * @param {Omit<Load, 'connections'>} load
 * @param {Judgement} judgement
 * @param {AbortSignal} [signal]
 */
async function findCauses (target, load, { facts, first, others }, signal) {
  /** @type {Causes} */
  const causes = { warnings: [] }
  const findings = [first, ...others]
  const isTraced = findings.some(({ shows = '' }) => TRACED.includes(shows))
  const isLeaking = findings.some(({ verdict }) => verdict === LEAK)
  if (!isTraced && !isLeaking) return causes

  let server
  let attached
  /** @param {Server} server @param {number} connections @param {number} seconds */
  function send (server, connections, seconds) {
    return observeLoad(server, { ...load, url: server.url, connections }, [seconds])
  }

  try {
    server = await startServer(target, { execArgv: preload('observe'), signal })
    const started = server
    const { ask } = started
    await ask('observe', observer)
    const address = await ask('inspect')
    if (!address) return causes // it is out of descriptors already
    attached = await attach(address)
    const { inspector } = attached
    if (isTraced) {
      const work = () => send(started, 1, TRACED_FOR)
      await ask('start')
      const options = { work, harness: PROBE_FOLDER, signal }
      causes.callers = (await findCallers(inspector, ask, options)).callers
    }
    if (isLeaking) {
      const { keptPerRequestBytes = 1, answered = 1 } = facts
      const rate = answered / load.duration
      const enough = Math.min(LEAKING, Math.ceil(SHOWN / keptPerRequestBytes / rate))
      const work = () => send(started, CONNECTIONS, enough)
      const scripts = () => ask('scripts')
      await send(started, 1, WARMUP)
      const holders = await findHolders(inspector, { work, scripts, harness: PROBE_FOLDER, signal })
      if (holders.bytes >= LEAST_KEPT) causes.holders = holders
    }
  } catch (err) {
    if (!isUserError(err)) throw err // a fault of ours
    causes.warnings.push(`the cause of a fault was not found: ${err.message}`)
  } finally {
    await attached?.end()
    await server?.stop()
  }
  return causes
}

/**
 * Loads a server, and reads meanwhile what happens in it.
 * @param {Server} server
 * @param {Load} load
 * @param {number[]} seconds of its turns
 * @param {ObserveOptions} [options]
 */
async function observeLoad (server, load, seconds, { onTurn, profile, isRested, timeout } = {}) {
  const { ask } = server
  const turns = takeTurns(server, { timeout, ...load, mayFail: true })
  await ask('start')
  const intervals = []
  const rests = [{ requests: 0, ...await ask('rest') }]
  if (profile) await ask('startProfile', profile)
  for (const duration of seconds) {
    const sending = turns.send(duration)
    try {
      intervals.push(...await readDuring(ask, sending, { beat: BEAT, pid: server.process.pid }))
    } catch (err) {
      await sending // of a server that is over, the load says more
      throw err
    }
    if (isRested) {
      const { requests } = turns.measured()
      rests.push({ requests: requests.total, ...await ask('rest') })
    }
    onTurn?.(duration)
  }
  const profiles = profile && await ask('stopProfile', profile)
  const { server: sample, backgroundCpu, ...measured } = turns.measured()
  return {
    intervals,
    rests,
    profiles,
    measured,
    load: {
      answered: measured.requests.total,
      errors: measured.errors,
      ...describeFailures(measured),
      latency: measured.latency.p50,
      took: measured.took * 1000,
      connections: load.connections,
      connectionsClosed: seconds.length * load.connections,
      generatorBound: bottleneck({ ...measured, server: sample }) === 'generator',
      backgroundCpu: backgroundCpu ?? 0
    }
  }
}

/** @param {LoadMeasurement} measured @returns answers of 400 and above, and what failed */
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

module.exports = { diagnosisFlags, findCauses, measureDiagnosis, observeLoad }
