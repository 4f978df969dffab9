'use strict'

// Clinic Flame: in which functions is the time going?

const fs = require('node:fs')
const path = require('node:path')
const { runClinic } = require('./clinic')
const { UserError } = require('../cli/errors')
const { hottestFrames } = require('./frames')
const { flameSamples } = require('./samples')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'Clinic Flame: a flame graph',
  load: { connections: 10, duration: 5 },
  async profile (target, options) {
    const { page, data } = await runClinic('flame', target, options)
    const ticks = fs.readFileSync(path.join(data, `${path.basename(data)}-samples`), 'utf8')
    const samples = flameSamples(JSON.parse(ticks))
    if (!samples.length) throw new UserError(`Clinic Flame sampled no JavaScript of ${target.name}: raise DURATION`)
    return {
      files: { '.html': page },
      frames: hottestFrames(samples),
      messages: ['Clinic Flame counts native code (hashing, JSON, sockets) as the JavaScript function that called it.']
    }
  }
}
