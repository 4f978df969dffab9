'use strict'

// The live page's server: the stream of events, start and stop, and earlier runs.

/** @import { LiveSettings } from './types' */

const { UserError } = require('../base/errors')
const { STAGES } = require('../base/stages')
const { findTarget } = require('../measure/targets')
const { LOOPBACK } = require('../system/network')
const { createApp } = require('./app')
const { earlierRuns, listRuns } = require('./earlier-runs')
const { EventLog } = require('./event-log')
const { Runner } = require('./runner')

const NOTHING = { type: 'object', additionalProperties: false }
const RACE = { targets: STAGES, connections: 100, duration: 10 }

/** @param {string[]} names of the targets */
function settingsSchema (names) {
  return {
    ...NOTHING,
    required: ['targets', 'connections', 'duration'],
    properties: {
      targets: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: names } },
      connections: { type: 'integer', minimum: 1, maximum: 1000 }, // as in index.html
      duration: { type: 'integer', minimum: 1, maximum: 120 } // s
    }
  }
}

/**
 * Serves the page on this machine's loopback address. `race` runs the stages; `close` ends the run
 * in progress, the streams and the server.
 * @param {object} options
 * @param {number} options.port 0 takes a free one
 * @param {import('pino').Logger} options.log
 * @param {import('../measure/types').Target} [options.own] the reader's server
 * @param {number} [options.duration] s, to begin with
 * @param {boolean} [options.record] saves runs for the docs
 * @throws {UserError} When the port is taken.
 */
async function serveLivePage ({ port, log, own, duration = 10, record }) {
  const targets = [...STAGES, 'exercise']
  if (own) targets.push(own.name)
  /** @param {string} name */
  const find = (name) => own?.name === name ? own : findTarget(name)
  const eventLog = new EventLog()
  const runner = new Runner(eventLog, log, record)
  /** @param {LiveSettings} settings */
  const start = (settings) => runner.start(settings.targets.map(find), settings)
  const app = createApp(log)

  // A HEAD request would open a stream that nobody reads or closes.
  app.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    const hello = { targets, ticked: own?.name ?? targets[0], duration }
    return reply.type('text/event-stream').send(eventLog.stream(hello))
  })
  app.get('/earlier.json', async () => listRuns(earlierRuns()))
  app.get('/earlier/:id', async (request, reply) => {
    const { id } = /** @type {any} */ (request.params)
    return earlierRuns().find((run) => run.id === id)?.result ?? reply.callNotFound()
  })
  app.post('/start', { schema: { body: settingsSchema(targets) } }, async (request, reply) => {
    start(/** @type {LiveSettings} */ (request.body))
    return reply.code(202).send({})
  })
  app.post('/stop', { schema: { body: NOTHING } }, async () => {
    await runner.stop()
    return {}
  })

  const url = await app.listen({ host: LOOPBACK, port }).catch((err) => {
    if (err.code !== 'EADDRINUSE') throw err
    const advice = 'stop what listens there, or choose another with LIVE_PORT='
    throw new UserError(`port ${port} is taken: ${advice}`)
  })
  return {
    url: `${url}/`,
    async race () {
      const { outcome, message = outcome } = await start(RACE)
      if (outcome !== 'done') throw new UserError(message)
    },
    async close () {
      await runner.stop()
      eventLog.close()
      await app.close()
    }
  }
}

module.exports = { serveLivePage }
