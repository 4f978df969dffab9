'use strict'

/** @import { Foreign, RequestInProgress } from '../../types' */

// The requests that the process serves.

const { addCounts, addState, now } = require('./intervals')
const { guard } = require('./methods')
const { countAnswer } = require('./routes')

const noteAnswer = guard(countAnswer)
const counts = addCounts(() => ({ served: 0, answered: 0, sockets: 0 }))
// Requests in progress, in slots that are used again. Each old table of a Map would keep its
// responses in memory: a request to `fast` cost 50 % more CPU time.
/** @type {(RequestInProgress|undefined)[]} */
const slots = []
/** @type {number[]} */
const freeSlots = [] // their indexes
let inProgress = 0
let isServer = false
let served = 0 // since the start
/** @type {Foreign[]} */
let before = [] // the responses that were in progress at the start: what they wait for is unknown

function begin () {
  served = 0
}

/** @param {Foreign[]} handles that are open */
function adoptOpen (handles) {
  isServer ||= handles.some((handle) => handle._events?.request)
}

/** @param {Foreign[]} handles that are open when it begins */
function findBefore (handles) {
  before = []
  for (const { server, _httpMessage } of handles) {
    if (server && _httpMessage) before.push(_httpMessage)
  }
}

/** @param {{ response: Foreign }} message */
function onRequest ({ response }) {
  served++
  isServer = true
  counts.served++
  const slot = freeSlots.pop() ?? slots.length
  const request = {
    response,
    began: now(),
    onClose () { // an aborted request closes, but does not finish
      slots[slot] = undefined
      freeSlots.push(slot)
      inProgress--
      noteAnswer(request)
    }
  }
  slots[slot] = request
  inProgress++
  response.on('close', request.onClose)
}

function onFinish () {
  counts.answered++
}

function onSocket () {
  counts.sockets++
}

function countBefore () {
  before = before.filter(({ writableEnded, destroyed }) => !writableEnded && !destroyed)
  return before.length
}

function listRequests () {
  return slots.filter((request) => request !== undefined)
}

function forget () {
  for (const { response, onClose } of listRequests()) response.off('close', onClose)
  before = []
  slots.length = 0
  freeSlots.length = 0
  inProgress = 0
}

addState(() => ({ isServer }))

module.exports = {
  adoptOpen,
  begin,
  findBefore,
  forget,
  listRequests,
  onFinish,
  onRequest,
  onSocket,
  countBefore,
  countInProgress: () => inProgress,
  countServed: () => served,
  servesHttp: () => isServer
}
