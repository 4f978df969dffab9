'use strict'

// Clinic HeapProfiler: which functions allocate what stays in memory?

const fs = require('node:fs')
const { runClinic } = require('./clinic')
const { UserError } = require('../cli/errors')
const { hottestFrames } = require('./frames')
const { fromCallFrame } = require('./call-frame')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'Clinic HeapProfiler: what allocates the memory in use',
  load: { connections: 10, duration: 5 },
  async profile (target, options) {
    const { page, data } = await runClinic('heapprofiler', target, options)
    const { head } = JSON.parse(fs.readFileSync(data, 'utf8'))
    const samples = [...walk(head, [])].filter(({ weight }) => weight > 0)
    if (!samples.length) throw new UserError(`Clinic HeapProfiler sampled no allocation of ${target.name}: load it for longer`)
    const { self } = hottestFrames(samples)
    return {
      files: { '.html': page, '.heapprofile': data },
      frames: { self },
      bytes: samples.reduce((sum, { weight }) => sum + weight, 0),
      words: ['Sampled: what was allocated and still in use at the end, by the function that allocated it.']
    }
  }
}

function * walk ({ callFrame, selfSize, children }, above) {
  const stack = [...above, fromCallFrame(callFrame)]
  yield { stack, weight: selfSize }
  for (const child of children) yield * walk(child, stack)
}
