'use strict'

// One load from start to end: target → server → load → result. The server is a fresh process, or it
// runs already.

/** @import { Load, LoadMeasurement, Meter, MeasureOptions, OtherLoad } from './types' */
/** @import { Result, Sample, Settings, Target } from './types' */

const { abortable } = require('../base/abortable')
const { UserError } = require('../base/errors')
const { number } = require('../base/format')
const { watchBackgroundCpu } = require('../system/environment')
const { excerpt, request } = require('../system/http-client')
const { connectOnce, hostOf } = require('../system/network')
const { bottleneck } = require('./bottleneck')
const { resultHeader, withoutSecrets } = require('./result-header')
const { backgroundCpuWarnings, loadWarnings } = require('./result-warnings')
const { sampleDuringLoad } = require('./sampling')
const { ANSWER_LIMIT, startServer } = require('./server')
const { BlockedError } = require('./server-errors')

const EXAMPLE_LIMIT = 5_000 // ms

/**
 * Starts a target, loads it, and stops it.
 * @param {Target} target
 * @param {Settings} settings
 * @param {MeasureOptions} [options]
 * @returns {Promise<Result>}
 * @throws {UserError} When the server does not start, dies, blocks for ever, or answers nothing.
 */
async function measure (target, settings, options = {}) {
  const { runLoad } = require('./load') // not at the top: it takes 0.15 s, in vain with --help
  const { progress, onSample, atEnd, signal } = options
  const { warmup = target.warmup, others = {}, mayFail, ...rest } = settings
  const { answerLimit = Math.max(ANSWER_LIMIT, rest.duration * 1000) } = options
  const header = resultHeader({ kind: 'load', target: target.name })
  const server = await startServer(target, { answerLimit, signal })
  const load = { url: server.url, ...target.request, warmup, ...rest }
  /** @type {LoadMeasurement|undefined} */
  let last // for the error, in case the server then answers no question any more

  /** @param {Meter} [meter] */
  async function runMainLoad (meter) {
    last = await runLoad(load, { progress, meter, signal: server.over })
    if (!mayFail) await ensureAnswered(target.name, load, last)
    return last
  }

  /** @param {[name: string, other: OtherLoad]} entry */
  async function runOtherLoad ([name, { path, ...other }]) {
    // A path never changes the host, whatever it begins with.
    const url = path === undefined ? server.url : `${new URL(server.url).origin}${path}`
    const settings = { url, duration: load.duration, ...other }
    return [name, await runLoad(settings, { signal: server.over })]
  }

  try {
    if (warmup) {
      const warmupLoad = { ...load, amount: undefined, duration: warmup }
      last = await runLoad(warmupLoad, { signal: server.over })
    }
    await server.sample() // the next sample begins here
    const readBackgroundCpu = watchBackgroundCpu()
    const [measured, ...otherLoads] = await Promise.all([
      onSample ? sampleDuringLoad(server, onSample, runMainLoad) : runMainLoad(),
      ...Object.entries(others).map(runOtherLoad)
    ])
    const sample = await server.sample()
    const backgroundCpu = readBackgroundCpu(sample.cpuTime)
    await atEnd?.(server.url)
    const measuredOthers = Object.fromEntries(otherLoads)
    return createResult(header, load, measured, sample, backgroundCpu, measuredOthers)
  } catch (err) {
    throw err instanceof BlockedError && last ? err.after(last) : err
  } finally {
    await server.stop()
  }
}

/**
 * Loads a server that runs already.
 * @param {Load & {warmup?: number}} settings
 * @param {Pick<MeasureOptions, 'progress'|'signal'>} [options]
 * @returns {Promise<Result>}
 * @throws {UserError} When nothing answers at the load's URL.
 */
async function measureUrl ({ warmup = 0, ...rest }, { progress, signal } = {}) {
  const { runLoad } = require('./load')
  const header = resultHeader({ kind: 'load', target: 'url' })
  const load = { warmup, ...rest }
  await ensureListening(load.url)
  if (warmup) await runLoad({ ...load, duration: warmup }, { signal })
  const measured = await runLoad(load, { progress, signal })
  await ensureAnswered(load.url, load, measured)
  return createResult(header, load, measured)
}

/** @param {string} url is sent no request, because the first one is measured */
async function ensureListening (url) {
  const { protocol, port } = new URL(url)
  const defaultPort = protocol === 'https:' ? 443 : 80
  try {
    await connectOnce(hostOf(url), Number(port) || defaultPort)
  } catch (err) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (err)
    const problem = `nothing listens at ${url} (${code ?? message})`
    throw new UserError(`${problem}: start a server there first, for example with make start-slow`)
  }
}

/** @param {string} name @param {Load} load @param {LoadMeasurement} measured */
async function ensureAnswered (name, load, { requests, errors, timeouts, statuses }) {
  if (Object.keys(statuses).some((status) => Number(status) < 400)) return
  const { duration, url } = load
  if (requests.total) {
    const problem = `${name} answered all of ${number(requests.total)} requests with an error`
    throw new UserError(`${problem}. ${url} ${await describeAnswer(url, load)}. ` +
      'Choose another request with URLPATH, METHOD, BODY or HEADER')
  }
  const problem = `${name} answered none of ${requests.sent} requests in ${duration} s`
  const counts = `${timeouts} timeouts, ${errors - timeouts} other errors`
  const advice = 'send it one request with curl; if that is answered, raise DURATION'
  throw new UserError(`${problem} (${counts}): ${advice}`)
}

/** @param {string} url @param {Load} load */
async function describeAnswer (url, load) {
  try {
    const answer = request(url, load)
    const { status, body } = await abortable(answer, AbortSignal.timeout(EXAMPLE_LIMIT))
    return `gives ${status}: ${excerpt(body)}`
  } catch {
    return 'gives no answer any more'
  }
}

/**
 * @param {any} header
 * @param {Result['load']} load
 * @param {LoadMeasurement} measured
 * @param {Sample|null} [server] null for a server that was not started here
 * @param {number|null} [backgroundCpu]
 * @param {Record<string, LoadMeasurement>} [others]
 * @returns {Result}
 */
function createResult (header, load, measured, server = null, backgroundCpu = null, others = {}) {
  let answered = measured.requests.total
  for (const { requests } of Object.values(others)) answered += requests.total
  const result = {
    ...header,
    load: withoutSecrets(load),
    ...measured,
    server,
    cpuPerRequest: server && server.cpuTime / answered,
    bottleneck: bottleneck(server, measured.generator, load.workers || 1),
    backgroundCpu,
    warnings: backgroundCpuWarnings(backgroundCpu).concat(loadWarnings(measured))
  }
  if (Object.keys(others).length) result.others = others
  return result
}

module.exports = { measure, measureUrl }
