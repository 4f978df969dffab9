'use strict'

/** @import { LoadMeasurement, Measure, MeasuredTarget, MeasureRound, OnProgress } from './types' */
/** @import { RoundOptions, Series, SeriesOptions, SeriesSettings, Settings } from './types' */
/** @import { StartRun, Target } from './types' */

const { resultOf, startWarm } = require('../load/measure')
const { resultHeader, withoutSecrets } = require('../load/results')
const { takeTurns, turnsOf, waitUntilIdle } = require('./turns')

/**
 * Measures targets in rounds of fresh processes. The noise of a machine is larger from minute to
 * minute than from second to second, so the targets take turns of a second or so.
 * @param {Target[]} targets
 * @param {SeriesSettings} settings
 * @param {SeriesOptions} [options]
 * @returns {Promise<Series>}
 * @throws {UserError} When a server exits, does not start, or answers nothing in a run.
 */
async function measureSeries (targets, settings, { onProgress = () => {}, ...options } = {}) {
  const { runs: count, ...load } = settings
  const header = resultHeader({ kind: 'series' })
  /** @type {MeasuredTarget[]} */
  const measured = targets.map((target) => ({ target, runs: [] }))
  const { measure } = options
  for (let round = 0; round < count; round++) {
    // Every second round goes backwards, so that no target always goes first.
    const order = round % 2 ? measured.toReversed() : measured
    const roundOptions = {
      ...options,
      /** @type {OnProgress} */
      onProgress: (share) => onProgress((round + share) / count)
    }
    if (measure) await measureOneByOne(order, load, { ...roundOptions, measure })
    else await measureInTurns(order, load, roundOptions)
  }
  onProgress(1)
  return {
    ...header,
    settings: withoutSecrets({ ...settings, ...targets[0].request }),
    targets: measured.map(({ target, runs }) => ({ name: target.name, runs }))
  }
}

/** @type {MeasureRound<RoundOptions & { measure: Measure }>} */
async function measureOneByOne (measured, load, options) {
  const { onProgress, measure, signal } = options
  for (const [i, { target, runs }] of measured.entries()) {
    onProgress(i / measured.length)
    runs.push(await measure(target, load, { signal }))
  }
}

// Measures A B B A A B …: all processes run at once, and one of them is loaded.
/** @type {MeasureRound<RoundOptions>} */
async function measureInTurns (measured, load, options) {
  const { onProgress, signal } = options
  const started = []
  try {
    for (const { target } of measured) {
      const run = await startRun(target, load, { signal })
      started.push({ ...run, turns: turnsOf(load, run.warmed) })
    }
    const most = Math.max(...started.map(({ turns }) => turns.length))
    for (let turn = 0; turn < most; turn++) {
      onProgress(turn / most)
      for (const { turns, send, untilIdle } of turn % 2 ? started.toReversed() : started) {
        if (turn >= turns.length) continue
        await send(turns[turn])
        await untilIdle()
      }
    }
    for (const [i, run] of started.entries()) measured[i].runs.push(run.result())
  } finally {
    for (const run of started) await run.stop()
  }
}

/** @type {StartRun} */
async function startRun (target, settings, options) {
  const header = resultHeader({ kind: 'load', target: target.name })
  const { server, load, warmed } = await startWarm(target, settings, options)
  const { send, measured } = takeTurns(server, load)
  return {
    warmed,
    send,
    untilIdle: () => waitUntilIdle(server),
    result: () => resultOf(header, load, measured()),
    stop: server.stop
  }
}

module.exports = { measureSeries }
