'use strict'

// What a verdict says where its figures need more than one sentence of a fixed form.

const { ms, number, percent, plural, rough } = require('../util/numbers')

/** @import { Account, AccountPart, KnownFacts, PeerCalls } from '../types' */

const SMALL = 0.05 // of the time of a request, or of all requests: not worth naming
const LOAD = 'the event loop was busy for {elu} of the time'

/** @type {Record<AccountPart['part'], string>} */
const PARTS = {
  computing: 'computing',
  loop: 'waiting for the event loop',
  calls: 'in calls',
  clients: 'with the client',
  files: 'in the thread pool',
  lookups: 'in DNS lookups',
  children: 'in child processes',
  threads: 'in other threads',
  inside: 'waiting inside'
}

/** @param {KnownFacts} facts @returns {string} where the time of a request goes */
function describeTime ({ time, timeAlone, unseen }) {
  if (!time) return '' // so quick is a request
  const { calls: [call], inProgress, isServer, pool } = time
  const sentences = [isServer
    ? `a request takes ${timeText(time)}: ${partsText(time)}`
    : partsText(time)]
  if (timeAlone) sentences.push(`alone, it takes ${timeText(timeAlone)}`)
  const full = time.calls.find(({ peer }) => peer === pool)
  if (full) {
    const waiting = Math.round(Math.max(0, inProgress - full.lastMost))
    sentences.push(`${plural(full.lastMost, 'call')} at once to ${pool} and never more, while ` +
      `${number(waiting)} requests wait for their turn`)
  } else if (call?.ms) sentences.push(callText(call))
  if (unseen.length) sentences.push(`not seen: ${unseen.join(', ')}`)
  return sentences.join('; ')
}

/** @param {Account} account @returns {string} such as `≈ 600 ms`: it is a mean */
function timeText ({ isLeast, requestMs }) {
  return isLeast ? `more than ${ms(rough(requestMs))}` : `≈ ${ms(rough(requestMs))}`
}

/**
 * @param {Account} account
 * @param {number} [width] in which the text has to fit
 * @returns {string} its main parts, the largest first
 */
function partsText ({ isServer, parts }, width = Infinity) {
  let text = ''
  for (const { part, share } of parts) {
    const name = part === 'inside' && !isServer ? 'idle' : PARTS[part]
    const more = `${text && ', '}${percent(share)} ${name}`
    if (share < SMALL || (text && text.length + more.length > width)) return text
    text += more
  }
  return text
}

/** @param {PeerCalls} call */
function callText ({ eachMs, isConnecting, isShared, peer, perRequest }) {
  if (isConnecting) return `it connects to ${peer}`
  const each = eachMs ? `, ${ms(rough(eachMs))} each` : ''
  const count = perRequest ? `about ${plural(perRequest, 'call')}` : 'a call'
  const how = isShared ? ', on a connection that requests share' : ''
  return `${count} to ${peer} per request${each}${how}`
}

/** @param {KnownFacts} facts */
function describeFailures ({ errorShare, failedCodes = {}, failedPerRequest, failingPeer }) {
  const counts = Object.entries(failedCodes).map(([code, count]) => `${code} × ${number(count)}`)
  const calls = `failed calls to ${failingPeer}: ${counts.join(', ')}, ` +
    `${number(rough(failedPerRequest))} for each request`
  return errorShare >= SMALL ? `${calls}; {errorShare} of the requests fail` : calls
}

/** @param {KnownFacts} facts */
function describeKept ({ answered, keptPerRequestBytes }) {
  // Whether it grows with the requests or with time, nobody knows.
  if (answered === undefined) return '{keptPerSecondBytes} or more are kept each second'
  const each = keptPerRequestBytes
    ? `{keptPerRequestBytes} for each of ${number(answered)} requests, or `
    : ''
  return `{keptBytes} more are in use: ${each}{keptPerSecondBytes} a second`
}

/** @param {KnownFacts} facts */
function describeOpened ({ opened }) {
  const kinds = Object.entries(opened).map(([kind, more]) => `${number(more)} ${kind}`)
  return `more at the end than at the beginning: ${kinds.join(', ')}`
}

/** @param {KnownFacts} facts */
function costAndLoad ({ answered, cpuPerRequestMs }) {
  if (answered === undefined) return LOAD
  const cost = answered
    ? `${ms(cpuPerRequestMs)} of CPU time per request`
    : 'no request was answered'
  return `${cost}, with the event loop busy for {elu} of the time`
}

module.exports = {
  costAndLoad,
  describeFailures,
  describeKept,
  describeOpened,
  describeTime,
  partsText,
  timeText,
  LOAD
}
