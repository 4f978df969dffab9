'use strict'

// Loads a target twice, with one connection and with many, and diagnoses what it observes.

const { integer } = require('../base/flags')
const { ensureAnswered, ensureUsable } = require('../measure/answers')
const { divide, loadInTurns } = require('../measure/measure')
const { loadWarnings } = require('../measure/result-warnings')
const { resultHeader, withoutSecrets } = require('../measure/results')
const { startServer } = require('../measure/server')
const { hottestUserFrame, isInTimer } = require('../profiling/frames')
const { cpuProfileSamples, heapSamples } = require('../profiling/samples')
const { diagnose } = require('./rules')
const { readFacts } = require('./facts')

/** @import { Target } from '../measure/types' */
/** @import { Diagnosis, Options, Settings } from './types' */

const WARMUP = 1 // s with one connection
const TURNS = 4 // of the second load; after each, what the process keeps is read

const diagnosisFlags = {
  alone: integer(2, 600, 'seconds of load with one connection', 4),
  connections: integer(2, 1000, 'connections of the second load', 50),
  duration: integer(TURNS, 600, 'seconds of the second load', 8)
}

/**
 * Starts a server and diagnoses it.
 * @param {Target} target
 * @param {Settings} settings
 * @param {Options} [options]
 * @returns {Promise<Diagnosis>}
 * @throws {UserError} When the server does not start or dies, or answers with errors only.
 */
async function measureDiagnosis (target, settings, { onProgress, signal } = {}) {
  const { alone, connections, duration } = settings
  const header = resultHeader({ kind: 'diagnosis', target: target.name })
  const server = await startServer(target, { signal })
  const load = { url: server.url, ...target.request, duration }
  const turns = divide(duration, TURNS)
  const [turn] = turns
  const total = WARMUP + alone + duration + turn
  let done = 0

  function onTurn (seconds) {
    done += seconds
    onProgress?.(done / total)
  }

  function loadWith (connections, turns) {
    return loadServer(
      server,
      target.name,
      { ...load, connections },
      turns,
      onTurn
    )
  }

  try {
    await ensureUsable(target.name, load)
    const cold = await loadWith(1, [WARMUP])
    const first = await loadWith(1, [alone])
    await server.ask('startHeapProfile')
    const second = await loadWith(connections, turns)
    const heapProfile = await server.ask('stopHeapProfile')
    // Not before: the profiler interrupts epoll_wait, and makes an idle event loop look busy.
    await server.ask('startProfile')
    await loadWith(connections, [turn])
    const samples = cpuProfileSamples(await server.ask('stopProfile'))
    const facts = readFacts(cold, first, second, samples)
    return {
      ...header,
      settings: { alone, connections, duration },
      load: withoutSecrets({ ...load, connections }),
      listening: server.process,
      alsoListening: server.others,
      measured: second.measured,
      facts,
      hottestFrame: hottestUserFrame(samples),
      jobFrame: hottestUserFrame(samples, isInTimer),
      keptFrame: hottestUserFrame(heapSamples(heapProfile.head)),
      excessListeners: second.sample.excessListeners,
      warnings: loadWarnings(second.measured),
      ...diagnose(facts)
    }
  } finally {
    await server.stop()
  }
}

async function loadServer (server, name, load, seconds, onTurn) {
  const turns = loadInTurns(server, load, {
    async check (measured) {
      if (measured.requests.total) await ensureAnswered(name, load, measured)
    }
  })
  const windows = []
  const atRest = [{ requests: 0, ...await server.ask('atRest') }]
  await server.ask('startEvidence')
  for (const duration of seconds) {
    let counted = 0
    await turns.send(duration, ({ probe }) => {
      if (!probe) return
      const { answered, cpuTime } = probe
      windows.push({ answered: answered - counted, cpuTime })
      counted = answered
    })
    const { requests } = turns.measured()
    atRest.push({ requests: requests.total, ...await server.ask('atRest') })
    onTurn(duration)
  }
  const evidence = await server.ask('stopEvidence')
  const { server: sample, backgroundCpu, ...measured } = turns.measured()
  // Each turn opens its connections, and at its end cuts off the requests on them.
  const ofTurns = seconds.length * load.connections
  evidence.sockets = Math.max(0, evidence.sockets - ofTurns)
  evidence.answered += ofTurns
  return {
    measured,
    sample,
    evidence,
    windows,
    atRest,
    backgroundCpu: backgroundCpu ?? 0
  }
}

module.exports = { diagnosisFlags, measureDiagnosis }
