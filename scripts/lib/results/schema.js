'use strict'

// What a valid result of each kind looks like.

const { SCHEMA } = require('../measure/result-header')

/** @type {Record<string, (result: any) => boolean>} */
const kinds = {
  comparison: ({ runs }) => areRuns(runs?.a) && areRuns(runs.b),
  growth: ({ samples, fit }) => Array.isArray(samples) && Boolean(fit),
  series: ({ targets }) => Array.isArray(targets) && targets.length > 0 && targets.every(({ runs }) => areRuns(runs)),
  diagnosis: ({ facts, first }) => Boolean(facts && first),
  'cpu-profile': ({ parts }) => Array.isArray(parts),
  lab: ({ experiments }) => Array.isArray(experiments),
  live: ({ settings, events }) => Array.isArray(settings?.targets) && Array.isArray(events)
}

/** @param {any} runs if all have no answer, there is no ratio */
const areRuns = (runs) => Array.isArray(runs) && runs.some(({ requests }) => requests?.average > 0)

/** @param {any} result of a load */
const isLoadResult = ({ target, load, generator, latency, requests }) =>
  Boolean(target && load && generator && latency && Array.isArray(requests?.perSecond) && requests.total > 0)

/** @type {(value: any) => boolean} whether this version could have written it; a result of a load has no `kind` */
function isResult (value) {
  if (value?.schema !== SCHEMA || typeof value.startedAt !== 'string' || !value.environment) return false
  if (value.kind === undefined) return isLoadResult(value)
  return typeof value.kind === 'string' && (!Object.hasOwn(kinds, value.kind) || kinds[value.kind](value))
}

/** @type {(result: Record<string, any>) => string} what was measured, for the names of files */
function resultSubject ({ kind, target, a, b, stage, lab, settings }) {
  const parts = kind === 'comparison'
    ? ['compare', a, b]
    : kind === 'live' ? [kind, ...settings.targets] : kind ? [kind, stage ?? target, lab] : [target]
  return parts.filter(Boolean).join('-').replaceAll('/', '-') // the name of a lab's server has a slash
}

module.exports = { isResult, resultSubject }
