'use strict'

/** @import { Part, RequestInProgress } from '../../types' */

// The requests that the process serves.
/** @type {Part} */
module.exports = (env) => {
  const { eventLoopUtilization, now } = env
  // Requests in progress, in slots that are used again. Each old table of a Map would keep its
  // responses in memory: a request to `fast` cost 50 % more CPU time.
  /** @type {(RequestInProgress|undefined)[]} */
  const slots = []
  /** @type {number[]} */
  const freeSlots = [] // their indexes

  return {
    inProgress: 0,

    onRequest ({ response }) {
      env.served++
      env.isServer = true
      env.interval.served++
      if (!env.inProgress) env.servingSince = eventLoopUtilization()
      const slot = freeSlots.pop() ?? slots.length
      const request = {
        response,
        began: now(),
        onClose () { // an aborted request closes, but does not finish
          slots[slot] = undefined
          freeSlots.push(slot)
          env.inProgress--
          if (!env.inProgress) env.countServing()
          env.guard(env.countAnswer)(request)
        }
      }
      slots[slot] = request
      env.inProgress++
      response.on('close', request.onClose)
    },

    findRequests () {
      return slots.filter((request) => request !== undefined)
    },

    forgetRequests () {
      for (const { response, onClose } of env.findRequests()) response.off('close', onClose)
      slots.length = 0
      freeSlots.length = 0
      env.inProgress = 0
    },

    countServing () {
      const { active, idle } = eventLoopUtilization(env.servingSince)
      env.interval.serving.active += active
      env.interval.serving.idle += idle
    }
  }
}
