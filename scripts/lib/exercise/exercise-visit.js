'use strict'

// One visit to the exercise observes all that its goals judge, but its speed.

/** @import { Target } from '../server/types' */

const path = require('node:path')
const { request } = require('../server/http-client')
const { visit } = require('./visit')

const REQUESTS = 25
const MINUTES = 3
const OTHER = '"x"' // a tag of no answer
const PROBE = path.join(__dirname, '../server/probe/exercise-probe.js')

/**
 * Observes answers in three minutes of a clock that it moves, answers to tags, and what requests do
 * to the listeners.
 * @param {Target} target
 * @param {AbortSignal} [signal]
 * @param {number} [limit] ms for all answers
 * @throws {UserError} When the target dies or leaves a request without an answer.
 */
async function visitExercise (target, signal, limit) {
  return await visit(target, { execArgv: ['--require', PROBE], signal, limit }, observe)
}

async function observe ({ ask, url }) {
  async function get (tag) {
    const options = tag ? { headers: { 'If-None-Match': tag } } : {}
    const { status, headers, body } = await request(url, options)
    return { status, tag: headers.etag, body: body.toString('latin1') }
  }

  const minutes = []
  const revalidated = []
  let tag
  while (minutes.length < MINUTES) {
    if (minutes.length) await ask('skipMinute')
    if (tag) revalidated.push(await get(tag))
    const answers = [await get(), await get(), await get()]
    minutes.push(answers)
    tag = answers[2].tag
  }

  const conditional = []
  if (tag) {
    const weak = `W/${tag.replace(/^W\//, '')}`
    for (const value of [tag, weak, `"x", ${tag}`, '*', OTHER]) {
      const answer = await get(value)
      conditional.push({ value, isCurrent: value !== OTHER, ...answer })
    }
  }

  await ask('watchListeners')
  for (let i = 0; i < REQUESTS; i++) await get()
  return {
    minutes,
    revalidated,
    conditional,
    listeners: await ask('watchedListeners')
  }
}

module.exports = { REQUESTS, visitExercise }
