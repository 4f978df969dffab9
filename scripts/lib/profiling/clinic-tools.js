'use strict'

// Clinic's tools: Doctor, Flame and HeapProfiler.

const fs = require('node:fs')
const path = require('node:path')
const { runClinic } = require('./clinic')
const { UserError } = require('../base/errors')
const { explainReport } = require('./doctor-report')
const { hottestFrames } = require('./frames')
const { flameSamples, heapSamples } = require('./samples')

/** @type {Record<'doctor'|'flame'|'heap', import('.').Profiler>} */
module.exports = {
  doctor: {
    summary: 'Clinic Doctor: what kind of problem it is',
    // Few enough that slow accepts all of them before its event-loop turns become long; enough to keep it busy.
    load: { connections: 20, duration: 5 },
    async profile (target, options) {
      const { page } = await runClinic('doctor', target, options)
      return { files: { '.html': page }, ...explainReport(readReport(page)) }
    }
  },
  flame: {
    summary: 'Clinic Flame: a flame graph',
    load: { connections: 10, duration: 5 },
    async profile (target, options) {
      const { page, data } = await runClinic('flame', target, options)
      const samples = flameSamples(readJson(path.join(data, `${path.basename(data)}-samples`)))
      if (!samples.length) throw new UserError(`Clinic Flame sampled no JavaScript of ${target.name}: raise DURATION`)
      return {
        files: { '.html': page },
        frames: hottestFrames(samples),
        messages: [
          'Clinic Flame counts native code (hashing, JSON, sockets) as the JavaScript function that called it.'
        ]
      }
    }
  },
  heap: {
    summary: 'Clinic HeapProfiler: what allocates the memory in use',
    load: { connections: 10, duration: 5 },
    async profile (target, options) {
      const { page, data } = await runClinic('heapprofiler', target, options)
      const samples = heapSamples(readJson(data).head)
      if (!samples.length) throw new UserError(`Clinic HeapProfiler sampled nothing of ${target.name}: raise DURATION`)
      return {
        files: { '.html': page, '.heapprofile': data },
        frames: { self: hottestFrames(samples).self },
        bytes: samples.reduce((sum, { weight }) => sum + weight, 0),
        messages: ['Sampled memory that was still in use at the end, by the function that allocated it.']
      }
    }
  }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))

/** @type {(page: string) => import('./doctor-report').Report} */
function readReport (page) {
  const html = fs.readFileSync(page, 'utf8')
  const [, json] = html.match(/<script type="application\/json" id="clinic-data">([^]*?)<\/script>/) ?? []
  const report = json && JSON.parse(json)
  if (!report?.processStat?.length) throw new UserError(`Clinic Doctor wrote a report without data: ${page}`)
  return report
}
