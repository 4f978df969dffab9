'use strict'

// One load from start to end: target → server → load → result. The server is a fresh process, or runs already.

const { performance } = require('node:perf_hooks')
const { UserError } = require('../base/errors')
const { number } = require('../base/format')
const { watchBackgroundCpu } = require('../system/environment')
const { excerpt, request } = require('../system/http-client')
const { connectOnce, hostOf } = require('../system/network')
const { bottleneck } = require('./bottleneck')
const { resultHeader, withoutSecrets } = require('./result-header')
const { loadedMachineWarnings, loadWarnings, backgroundCpuWarnings } = require('./result-warnings')
const { sampleDuringLoad } = require('./sampling')
const { ANSWER_LIMIT, BlockedError, startServer } = require('./server')
const { codeOf } = require('./targets')

/**
 * @typedef {import('./load').Load} Load
 * @typedef {import('./load').LoadMeasurement} LoadMeasurement
 * @typedef {import('./targets').Target} Target
 * @typedef {LoadMeasurement & ResultFields} Result what one load measured
 *
 * @typedef {object} ResultFields
 * @property {number} schema version of this shape
 * @property {string} target name, or `url` for a server that was not started here
 * @property {string} [code] of the exercise: a short hash of its files
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the start
 * @property {Load & {warmup: number}} load `warmup` in s, not measured
 * @property {import('./server').Sample|null} server null for a server that was not started here
 * @property {number|null} cpuPerRequest the server's CPU time (user and system) per answered request, µs: it does not
 *   depend on who sends the load. Null for a server that was not started here
 * @property {number|null} [backgroundCpu] CPU time of all other programs during the load, as a share of one core; null
 *   where that is unknown
 * @property {'server'|'generator'|'neither'|'unknown'} bottleneck
 * @property {string[]} [warnings] reasons to distrust the result, a sentence each; results saved by version 1 have none
 * @property {Record<string, LoadMeasurement>} [others] what the other loads measured, by their names
 *
 * @typedef {Omit<Load, 'url'> & {warmup?: number, path?: string, others?: Record<string, OtherLoad>,
 *   mayFail?: boolean}} Settings `warmup`: s; the default is the target's. `path`: of the URL, with its query; the
 *   default is the target's. `others`: loads on the same server at the same time, by any names. `mayFail`: answers with
 *   an error are what is measured
 * @typedef {Omit<Load, 'url'|'duration'> & {duration?: number, path?: string}} OtherLoad
 * @typedef {object} MeasureOptions
 * @property {boolean} [progress] draw a progress bar on stderr
 * @property {(sample: import('./sampling').LiveSample) => void} [onSample] is called four times a second; the result is
 *   the same with and without; not with workers
 * @property {(url: string) => Promise<void>} [atEnd] is called before the server is stopped, after the measurement
 * @property {number} [answerLimit] ms until the server's probe has to answer
 * @property {AbortSignal} [signal]
 */

/**
 * @type {(target: Target, settings: Settings, options?: MeasureOptions) => Promise<Result>}
 * @throws {UserError} when the server does not start, dies, or answers nothing
 */
async function measure (target, settings, { progress, onSample, atEnd, answerLimit, signal } = {}) {
  const { runLoad } = require('./load') // not at the top: it takes 0.15 s, in vain for a command that ends with --help
  const { warmup = target.warmup, path, others = {}, mayFail, ...rest } = settings
  const header = resultHeader({ target: target.name, ...codeOf(target) })
  const limit = answerLimit ?? Math.max(ANSWER_LIMIT, rest.duration * 1000)
  const server = await startServer(target, { answerLimit: limit, signal })
  const at = (/** @type {string|undefined} */ path) => requestUrl(server.url, path)
  const load = { url: at(path), warmup, ...(path && { path }), ...rest }
  /** @type {LoadMeasurement|undefined} */
  let last // what the last load measured, in case the server then answers no question any more
  try {
    if (warmup) last = await runLoad({ ...load, amount: undefined, duration: warmup }, { signal: server.over })
    await server.sample() // the next sample begins here
    const readBackgroundCpu = watchBackgroundCpu()
    /** @param {import('./meter').Meter} [meter] */
    const runMainLoad = async (meter) => {
      const measured = await runLoad(load, { progress, meter, signal: server.over })
      last = measured
      return mayFail ? measured : await ensureAnswered(target.name, load, measured)
    }
    const [measured, ...otherLoads] = await Promise.all([
      onSample ? sampleDuringLoad(server, onSample, runMainLoad) : runMainLoad(),
      ...Object.values(others).map(({ path, ...other }) =>
        runLoad({ url: at(path), duration: load.duration, ...other }, { signal: server.over }))
    ])
    const sample = await server.sample()
    const backgroundCpu = readBackgroundCpu(sample.cpuTime)
    await atEnd?.(server.url)
    const measuredOthers = Object.fromEntries(Object.keys(others).map((name, i) => [name, otherLoads[i]]))
    return createResult(header, load, measured, { server: sample, backgroundCpu, others: measuredOthers })
  } catch (err) {
    throw err instanceof BlockedError && last ? err.after(last) : err
  } finally {
    await server.stop()
  }
}

/**
 * A path never changes the host, whatever it begins with.
 * @param {string} server URL of the server, with the path of its target
 * @param {string} [path] of the request, with its query; the default is the target's
 * @returns {string} URL of the request
 */
function requestUrl (server, path) {
  return path === undefined ? server : `${new URL(server).origin}${path}`
}

/**
 * @type {(load: Load & {warmup?: number}, options?: Pick<MeasureOptions, 'progress'|'signal'>) => Promise<Result>}
 * @throws {UserError} when nothing answers at the load's URL
 */
async function measureUrl ({ warmup = 0, ...rest }, { progress, signal } = {}) {
  const { runLoad } = require('./load')
  const header = resultHeader({ target: 'url' })
  const load = { warmup, ...rest }
  await ensureListening(load.url)
  if (warmup) await runLoad({ ...load, duration: warmup }, { signal })
  const measured = await ensureAnswered(load.url, load, await runLoad(load, { progress, signal }))
  return createResult(header, load, measured)
}

/** @param {string} url is sent no request, because the first one is measured */
async function ensureListening (url) {
  const { protocol, port } = new URL(url)
  await connectOnce(hostOf(url), Number(port) || (protocol === 'https:' ? 443 : 80)).catch(({ code, message }) => {
    const problem = `nothing listens at ${url} (${code ?? message})`
    throw new UserError(`${problem}: start a server there first, for example with make start-slow`)
  })
}

/** @type {(name: string, load: Load, measured: LoadMeasurement) => Promise<LoadMeasurement>} */
async function ensureAnswered (name, load, measured) {
  const { requests: { sent, total }, errors, timeouts, statuses } = measured
  if (Object.keys(statuses).some((status) => Number(status) < 400)) return measured
  const { duration, url } = load
  if (total) {
    const { status, body } = await request(url, load)
    throw new UserError(`${name} answered all of ${number(total)} requests with an error. ${url} gives ${status}: ` +
      `${excerpt(body)}. Choose another request with URLPATH, METHOD, BODY or HEADER`)
  }
  throw new UserError(`${name} answered none of ${sent} requests in ${duration} s (${timeouts} timeouts, ` +
    `${errors - timeouts} other errors): send it one request with curl; if that is answered, raise DURATION`)
}

let lastLoad = -Infinity // ms, when this process last ran a load

/** @typedef {ReturnType<typeof resultHeader<{target: string}>>} Header */

/**
 * @typedef {Partial<Pick<Result, 'server'|'backgroundCpu'|'others'>>} Seen known only of a server that was started here
 * @type {(header: Header, load: Result['load'], measured: LoadMeasurement, seen?: Seen) => Result}
 */
function createResult (header, load, measured, { server = null, backgroundCpu = null, others = {} } = {}) {
  // A load average of the last minute includes the load that this process ran before.
  const sinceLastLoad = performance.now() - measured.took * 1000 - lastLoad
  lastLoad = performance.now()
  const answered = [measured, ...Object.values(others)].reduce((sum, { requests }) => sum + requests.total, 0)
  return {
    ...header,
    load: withoutSecrets(load),
    ...measured,
    server,
    cpuPerRequest: server && server.cpuTime / answered,
    bottleneck: bottleneck(server, measured.generator, load.workers || 1),
    backgroundCpu,
    warnings: [
      ...(sinceLastLoad > 60_000 ? loadedMachineWarnings(header.environment, [{ backgroundCpu }]) : []),
      ...backgroundCpuWarnings(backgroundCpu),
      ...loadWarnings(measured)
    ],
    ...(Object.keys(others).length && { others })
  }
}

module.exports = { measure, measureUrl }
