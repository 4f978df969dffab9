'use strict'

/** @import { Ask, ProfileOptions, Server, Target, UnderLoad } from './types' */

const { measure } = require('../load/measure')

/**
 * Loads a target, and ends it cleanly, so that a profiler in it writes its files.
 * @param {Target} target
 * @param {Omit<ProfileOptions, 'folder'>} options
 * @param {UnderLoad} [settings]
 * @returns its URL and stderr, and the answer to `after`
 */
async function runUnderLoad (target, { load, signal }, { execArgv, before, after } = {}) {
  /** @type {{server?: Server, answer?: Awaited<ReturnType<Ask>>}} */
  const seen = {}
  const { load: { url } } = await measure(target, { ...load, warmup: 0 }, {
    execArgv,
    signal,
    async during (server, send) {
      seen.server = server
      await before?.(server.ask)
      return await send()
    },
    async after ({ ask }) { seen.answer = await after?.(ask) }
  })
  return { url, stderr: seen.server?.stderr() ?? '', answer: seen.answer }
}

module.exports = { runUnderLoad }
