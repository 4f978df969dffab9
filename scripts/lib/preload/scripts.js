'use strict'

// The only place that enables the debugger in a process.

/** @import { Script } from './types' */

const { Session } = require('node:inspector')

/**
 * Lists the scripts of this thread. No statement of the program runs meanwhile, so that
 * `debugger` does not stop it.
 */
function readScripts () {
  /** @type {Script[]} */
  const scripts = []
  const session = new Session()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params }) => {
    const { scriptId: id, url, sourceMapURL } = params
    scripts.push({ id, url, sourceMapURL })
  })
  session.on('Debugger.paused', () => session.post('Debugger.resume'))
  session.post('Debugger.setSkipAllPauses', { skip: true })
  session.post('Debugger.enable')
  session.disconnect()
  return scripts
}

module.exports = { readScripts }
