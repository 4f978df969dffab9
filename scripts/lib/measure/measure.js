'use strict'

// One load, start to end: target → server → load → result.

const { once } = require('node:events')
const net = require('node:net')
const { bottleneck } = require('./bottleneck')
const { UserError } = require('../cli/errors')
const { sampleDuringLoad } = require('./sampling')
const { runLoad } = require('./load')
const { resultHeader } = require('./result-header')
const { hostOf } = require('../system/loopback')
const { startServer } = require('./server')
const { codeOf } = require('./targets')

/**
 * @typedef {import('./load').LoadMeasurement & object} Result what one load measured
 * @property {number} schema version of this shape
 * @property {string} target name, or `url` for a server that was not started here
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the start
 * @property {import('./load').Load & {warmup: number}} load `warmup` in s, not measured
 * @property {import('./server').Sample|null} server null for a server that was not started here
 * @property {'server'|'generator'|'neither'|'unknown'} bottleneck
 * @property {Record<string, import('./load').Measured>} [others] what the other loads measured, by their names
 */

/**
 * @typedef {Omit<import('./load').Load, 'url'> & object} Settings
 * @property {number} [warmup] s; the target's own, if none is given
 * @property {string} [path] on the server, with its query; what the server announces, if none is given
 * @property {Record<string, Omit<Settings, 'warmup'>>} [others] loads on the same server at the same time, by any names
 */

/**
 * Starts the target in a fresh process, fires the load at it, looks inside, and stops it.
 *
 * @param {import('./targets').Target} target
 * @param {Settings} settings
 * @param {object} [options]
 * @param {boolean} [options.progress]
 * @param {(sample: import('./sampling').LiveSample) => void} [options.onSample] is told four times a second how the load goes;
 *   the result is the same with and without; not with workers
 * @param {(url: string) => Promise<void>} [options.atEnd] has a last word with the server, once it is measured
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Result>}
 * @throws {import('../cli/errors').UserError} when the server dies or does not start
 */
async function measure (target, settings, { progress, onSample, atEnd, signal } = {}) {
  const { warmup = target.warmup, path, others, ...rest } = settings
  const before = resultHeader({ target: target.name, ...codeOf(target) })
  const server = await startServer(target, { signal })
  const at = (path = '') => new URL(path, server.url).href
  const load = { url: at(path), warmup, ...rest }
  try {
    if (warmup) await runLoad({ ...load, amount: undefined, duration: warmup }, { signal: server.over })
    await server.sample() // what is sampled next begins here
    const fireIt = (meter) => runLoad(load, { progress, meter, signal: server.over })
    const [measured, beside] = await Promise.all([
      onSample ? sampleDuringLoad(server, onSample, fireIt) : fireIt(),
      fireOthers(others, at, load.duration, server.over)
    ])
    if (!measured.requests.total) {
      const { errors, timeouts } = measured
      throw new UserError(`no answer from ${target.name}: ${errors} errors, ${timeouts} of them timeouts`)
    }
    const inside = await server.sample()
    await atEnd?.(server.url)
    return { ...result(before, load, measured, inside), ...beside }
  } finally {
    await server.stop()
  }
}

async function fireOthers (others, at, duration, signal) {
  if (!others) return {}
  const fired = Object.entries(others).map(async ([name, { path, ...load }]) =>
    [name, await runLoad({ url: at(path), duration, ...load }, { signal })])
  return { others: Object.fromEntries(await Promise.all(fired)) }
}

/**
 * Fires the load at a server that somebody else runs, here or on another machine.
 *
 * @param {import('./load').Load & {warmup?: number}} load
 * @param {object} [options] as for `measure`
 * @returns {Promise<Result>}
 * @throws {UserError} when nothing listens there, or nothing answers
 */
async function measureUrl ({ warmup = 0, ...rest }, { progress, signal } = {}) {
  const before = resultHeader({ target: 'url' })
  const load = { warmup, ...rest }
  await reach(load.url)
  if (warmup) await runLoad({ ...load, duration: warmup }, { signal })
  const measured = await runLoad(load, { progress, signal })
  if (!measured.requests.total) throw new UserError(`no answer from ${load.url}: ${measured.errors} errors, ${measured.timeouts} of them timeouts`)
  return result(before, load, measured, null)
}

/** Connects once, without a request: the first request counts. */
async function reach (url) {
  const { protocol, port } = new URL(url)
  const socket = net.connect({ host: hostOf(url), port: Number(port) || (protocol === 'https:' ? 443 : 80), timeout: 5000 })
  try {
    await Promise.race([once(socket, 'connect'), once(socket, 'timeout').then(() => { throw new Error('ETIMEDOUT') })])
  } catch (err) {
    throw new UserError(`nothing listens at ${url} (${err.code ?? err.message}): start a server there first, as with make start-slow`)
  } finally {
    socket.destroy()
  }
}

function result (before, load, measured, server) {
  return { ...before, load, ...measured, server, bottleneck: bottleneck(server, measured.generator, load.workers || 1) }
}

module.exports = { measure, measureUrl }
