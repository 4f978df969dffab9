'use strict'

/** @import { Environment, Observer, Part } from '../types' */

// What a diagnosis asks in a process. It is sent there as text and evaluated. Its parts share an
// environment and need nothing else from outside. They name no function but as a method: a
// bundler adds a helper to the others, which would not be there. Nothing here throws into the
// program. It ends by itself when nobody asks any more, and then nothing of it is left.
const PARTS = [ // the last ones use the others when they are created
  require('./observer/methods'),
  require('./observer/ticks'),
  require('./observer/requests'),
  require('./observer/routes'),
  require('./observer/links'),
  require('./observer/round-trips'),
  require('./observer/connections'),
  require('./observer/calls'),
  require('./observer/agents'),
  require('./observer/waits'),
  require('./observer/listeners'),
  require('./observer/resources'),
  require('./observer/intervals'),
  require('./observer/garbage'),
  require('./observer/rest'),
  require('./observer/profiles'),
  require('./observer/traces'),
  require('./observer/subscriptions'),
  require('./observer/lifetime'),
  require('./observer/questions')
]

const observerOf = (/** @type {Part[]} */ parts) =>
  /**
   * @param {NodeJS.Require} require gives modules as they were before the program
   * @param {NodeJS.Require} [requireOfProgram] gives them as the program has them
   * @returns {Observer}
   */
  function (require, requireOfProgram = require) {
    const { performance } = require('node:perf_hooks')
    const env = /** @type {Environment} */ ({ // the parts add the rest
      process: require('node:process'),
      eventLoopUtilization: performance.eventLoopUtilization,
      now: performance.now.bind(performance),
      requireOfProgram
    })
    for (const part of parts) Object.assign(env, part(env, require))
    return env.questions
  }

/** An expression: the function that creates an observer. */
const code = `(${observerOf})([${PARTS.join(',\n')}])`

module.exports = { code }
