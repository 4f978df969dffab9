'use strict'

const { format } = require('whyslow')
const { ms, number, rough } = require('../cli/format')

/** @import { CardOptions, WatchedDiagnosis } from '../../whyslow/types' */
/** @import { Diagnosis } from '../diagnose/types' */

/**
 * Writes the card of a diagnosis.
 * @param {Diagnosis|WatchedDiagnosis & {target: string}} diagnosis
 * @param {Partial<CardOptions>} [options]
 */
function diagnosisText (diagnosis, options = {}) {
  const { target: title } = diagnosis
  const load = 'running' in diagnosis ? [] : [['load', describeLoaded(diagnosis)]]
  return format(diagnosis, { title, ...options, load, spell: spellSetting })
}

/** @param {string} option @param {number|true} value */
function spellSetting (option, value) {
  const name = option === 'seconds' ? 'watch' : option
  return `${name.toUpperCase()}=${Number(value)}`
}

/** @param {Diagnosis} diagnosis */
function describeLoaded ({ load, listening, alsoListening, measured }) {
  const { requests, latency, statuses, errors, took } = measured
  const { pathname, search } = new URL(load.url)
  const rate = requests.total / took
  const parts = [
    `${load.method ?? 'GET'} ${pathname}${search}`,
    `${number(rate < 10 ? rough(rate) : Math.round(rate))} req/s`,
    `p50 ${ms(latency.p50)}`,
    `p99 ${ms(latency.p99)}`
  ]
  for (const [status, count] of Object.entries(statuses)) {
    if (status !== '200') parts.push(`${status} × ${number(count)}`)
  }
  if (errors) parts.push(`${number(errors)} errors`)
  const ports = alsoListening.map(({ port }) => port).join(', ')
  if (ports) parts.push(`port ${listening.port}, not ${ports} (choose with LISTEN)`)
  return parts.join('   ')
}

module.exports = { diagnosisText }
