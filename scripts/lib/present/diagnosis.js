'use strict'

const { format } = require('whyslow')
const { ms, number } = require('../base/format')
const { ROOT } = require('../system/root')

/** @import { WatchedDiagnosis } from '../../whyslow/types' */
/** @import { Diagnosis } from '../profiling/types' */

/**
 * Writes the card of a diagnosis.
 * @param {Diagnosis|WatchedDiagnosis & {target: string}} diagnosis
 * @param {string} [command] that shows more of the fault
 */
function diagnosisText (diagnosis, command) {
  const options = { title: diagnosis.target, command, root: ROOT }
  if ('running' in diagnosis) return format(diagnosis, options)
  const { excessListeners, warnings } = diagnosis
  const lines = [['loaded', describeLoaded(diagnosis)]]
  return format(diagnosis, { ...options, lines, excessListeners, warnings })
}

function describeLoaded ({ load, listening, alsoListening, measured }) {
  const { requests, latency, statuses, took } = measured
  const { pathname, search } = new URL(load.url)
  const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${number(count)}`)
  const parts = [
    ...counts,
    `${number(Math.round(requests.total / took))} req/s`,
    `p50 ${ms(latency.p50)}`,
    `p99 ${ms(latency.p99)}`
  ]
  const ports = alsoListening.map(({ port }) => port).join(', ')
  const more = ports && `; also listens on ${ports}: choose with LISTEN`
  const request = `${load.method ?? 'GET'} ${pathname}${search} on port ${listening.port}`
  return `${request}: ${parts.join(', ')}${more}`
}

module.exports = { diagnosisText }
