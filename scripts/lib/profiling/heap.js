'use strict'

// Clinic HeapProfiler: which functions allocate the memory in use?

const fs = require('node:fs')
const { runClinic } = require('./clinic')
const { UserError } = require('../cli/errors')
const { hottestFrames } = require('./frames')
const { heapSamples } = require('./samples')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'Clinic HeapProfiler: what allocates the memory in use',
  load: { connections: 10, duration: 5 },
  async profile (target, options) {
    const { page, data } = await runClinic('heapprofiler', target, options)
    const { head } = JSON.parse(fs.readFileSync(data, 'utf8'))
    const samples = heapSamples(head)
    if (!samples.length) throw new UserError(`Clinic HeapProfiler sampled nothing of ${target.name}: raise DURATION`)
    return {
      files: { '.html': page, '.heapprofile': data },
      frames: { self: hottestFrames(samples).self },
      bytes: samples.reduce((sum, { weight }) => sum + weight, 0),
      messages: ['Sampled memory that was still in use at the end, by the function that allocated it.']
    }
  }
}
