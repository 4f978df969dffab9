'use strict'

/** @import { Session } from 'node:inspector' */
/** @import { Part, Profiles, Script } from '../../types' */

// The profilers of V8, and the scripts that it has loaded.
/** @type {Part} */
module.exports = (env, require) => {
  /** @type {Session} */
  let session // of the profilers

  return {
    openSession () {
      const { Session } = require('node:inspector')
      const opened = new Session()
      opened.connect()
      return opened
    },

    closeProfiles () {
      session?.disconnect()
    },

    // At once: it is this thread.
    post (method, params = {}) {
      /** @type {{ err?: Error|null, answer?: object }} */
      let outcome = {}
      session.post(method, params, (err, answer) => { outcome = { err, answer } })
      if (outcome.err) throw new Error(`${method}: ${outcome.err.message}`)
      return outcome.answer
    },

    // Of what is allocated from now on, the heap profile has what is still in use at its end.
    startProfile ({ cpu, heap }) {
      session = env.openSession()
      if (heap) env.post('HeapProfiler.startSampling', { samplingInterval: heap })
      if (!cpu) return
      env.post('Profiler.enable')
      env.post('Profiler.setSamplingInterval', { interval: cpu })
      env.post('Profiler.start')
      if (env.timer) env.tickLater() // what this took is no pause of the process
    },

    stopProfile ({ cpu, heap }) {
      /** @type {Profiles} */
      const profiles = {}
      if (cpu) {
        const { profile } = env.post('Profiler.stop')
        profiles.cpu = { ...profile, sourceMaps: env.readSourceMaps() }
      }
      if (heap) profiles.heap = env.post('HeapProfiler.stopSampling').profile
      session.disconnect()
      return profiles
    },

    // Loaders such as tsx transpile in memory, and put the source map into the script's last line.
    readSourceMaps () {
      /** @type {Record<string, string>} */
      const sourceMaps = {}
      for (const { url, sourceMapURL } of env.scripts()) {
        if (sourceMapURL?.startsWith('data:')) sourceMaps[url] = sourceMapURL
      }
      return sourceMaps
    },

    // The only place that enables a debugger. No statement of the program runs meanwhile, so that
    // `debugger` does not stop it.
    scripts () {
      /** @type {Script[]} */
      const found = []
      const own = env.openSession()
      own.on('Debugger.scriptParsed', ({ params }) => {
        found.push({ id: params.scriptId, url: params.url, sourceMapURL: params.sourceMapURL })
      })
      own.on('Debugger.paused', () => own.post('Debugger.resume'))
      own.post('Debugger.setSkipAllPauses', { skip: true })
      own.post('Debugger.enable')
      own.disconnect()
      return found
    }
  }
}
