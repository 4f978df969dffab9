'use strict'

/** @import { HeapQuestion, Holders } from '../types' */

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { UserError } = require('../util/errors')
const { bytes } = require('../util/numbers')

const SEARCH = path.join(__dirname, 'search.js')
const TIME_LIMIT = 60_000 // ms, when the snapshot has been sent

/**
 * Starts a search of a heap snapshot in a process of its own: if it fails, only the search is lost.
 * @param {number} memory bytes that it may use for its objects
 * @param {number} [timeLimit] ms from the question on
 * @returns gets the snapshot in pieces, then the question; `end` has to be called
 */
function startSearch (memory, timeLimit = TIME_LIMIT) {
  const megabytes = Math.ceil(memory / 1e6)
  const child = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, SEARCH], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true
  })
  child.stdin.on('error', () => {}) // it has ended
  const exited = once(child, 'exit').catch(({ message }) => [message])
  const answered = text(child.stdout)

  function write (chunk) {
    child.stdin.write(chunk)
  }

  /**
   * @param {HeapQuestion} question
   * @returns {Promise<Holders>}
   * @throws {UserError} When the search fails.
   */
  async function ask (question) {
    child.stdin.end(JSON.stringify(question))
    const timer = setTimeout(() => child.kill('SIGALRM'), timeLimit)
    const [code, signal] = await exited
    clearTimeout(timer)
    if (code === 0) return JSON.parse(await answered)
    throw new UserError(`the search ${describeEnd(code, signal)}`)
  }

  function describeEnd (code, signal) {
    if (signal === 'SIGALRM') return `took more than ${timeLimit / 1000} s`
    if (signal === 'SIGABRT') return `needed more than ${bytes(memory)}`
    return `has failed (${signal ?? code})`
  }

  function end () {
    child.kill('SIGKILL')
  }

  return { ask, end, write }
}

module.exports = { startSearch }
