'use strict'

// Loads a target twice, with one connection and with many, has whyslow observe it, and judges what
// it observes.

const { judge, observer, readDuring } = require('whyslow')
const { integer } = require('../base/flags')
const { ensureAnswered, ensureUsable } = require('../measure/answers')
const { bottleneck } = require('../measure/bottleneck')
const { divide, loadInTurns } = require('../measure/measure')
const { loadWarnings } = require('../measure/result-warnings')
const { resultHeader, withoutSecrets } = require('../measure/results')
const { startServer, PRELOAD } = require('../measure/server')

/** @import { Target } from '../measure/types' */
/** @import { Diagnosis, DiagnosisSettings } from './types' */

const WARMUP = 1 // s with one connection
const TURNS = 4 // of the second load; after each, what the process keeps is read
const BEAT = 250 // ms between two readings
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
  const server = await startServer(target, { signal })
  const load = { url: server.url, ...target.request, duration }
  const turns = divide(duration, TURNS)
  const [turn] = turns
  const total = WARMUP + aloneFor + duration + turn
  let done = 0

  function onTurn (seconds) {
    done += seconds
    onProgress?.(done / total)
  }

  function loadWith (connections, turns) {
    return loadServer(server, target.name, { ...load, connections }, turns, onTurn)
  }

  try {
    await ensureUsable(target.name, load)
    await server.ask('observe', observer)
    const cold = await loadWith(1, [WARMUP])
    const alone = await loadWith(1, [aloneFor])
    await server.ask('startProfile', HEAP)
    const main = await loadWith(connections, turns)
    const { heap } = await server.ask('stopProfile', HEAP)
    // Not before: the profiler interrupts epoll_wait, and makes an idle event loop look busy.
    await server.ask('startProfile', CPU)
    await loadWith(connections, [turn])
    const { cpu } = await server.ask('stopProfile', CPU)
    const { measured, sample } = main
    return {
      ...header,
      settings: { alone: aloneFor, connections, duration },
      load: withoutSecrets({ ...load, connections }),
      listening: server.process,
      alsoListening: server.others,
      measured,
      excessListeners: sample.excessListeners,
      warnings: loadWarnings(measured),
      ...judge({ cold, alone, main, profiles: { cpu, heap }, harness: PRELOAD })
    }
  } finally {
    await server.stop()
  }
}

async function loadServer (server, name, load, seconds, onTurn) {
  const { ask } = server
  const turns = loadInTurns(server, load, {
    async check (measured) {
      if (measured.requests.total) await ensureAnswered(name, load, measured)
    }
  })
  await ask('start')
  const intervals = []
  const rests = [{ requests: 0, ...await ask('rest') }]
  for (const duration of seconds) {
    const sent = turns.send(duration)
    try {
      intervals.push(...await readDuring(ask, sent, { beat: BEAT }))
    } catch (err) {
      await sent // of a server that is over, the load says more
      throw err
    }
    const { requests } = turns.measured()
    rests.push({ requests: requests.total, ...await ask('rest') })
    onTurn(duration)
  }
  const { server: sample, backgroundCpu, ...measured } = turns.measured()
  let refused = 0
  for (const [status, answers] of Object.entries(measured.statuses)) {
    if (status >= '400') refused += answers
  }
  return {
    intervals,
    rests,
    measured,
    sample,
    load: {
      answered: measured.requests.total,
      errors: measured.errors,
      refused,
      latency: measured.latency.p50,
      took: measured.took * 1000,
      connectionsClosed: seconds.length * load.connections,
      generatorBound: bottleneck(sample, measured.generator) === 'generator',
      backgroundCpu: backgroundCpu ?? 0
    }
  }
}

module.exports = { diagnosisFlags, measureDiagnosis }
