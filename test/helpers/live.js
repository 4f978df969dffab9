'use strict'

// The live page of a copy of the project, in its own process, and its stream of events.

const { EventEmitter, once } = require('node:events')
const http = require('node:http')
const { request } = require('../../scripts/lib/system/http-client')

/**
 * @param {import('tap').Test} t ends it with the test
 * @param {{start: Function}} project
 * @param {string[]} [args] of the command
 * @returns {Promise<{url: string, child: object, outcome: Promise<object>, post: Function, follow: Function}>}
 */
async function startLive (t, project, args = []) {
  const { child, outcome } = project.start(['live.js', ...args], { LIVE_PORT: '0', OPEN: '0' })
  t.teardown(async () => { child.kill(); await outcome })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).match(/http:\S+\//)[0]))
    outcome.then(({ stderr }) => reject(new Error(stderr)))
  })
  return {
    url,
    child,
    outcome,
    post: (path, body, headers) => post(url, path, body, headers),
    follow: (headers) => follow(t, url, headers)
  }
}

async function post (url, path, body, headers = {}) {
  const { status, body: answer } = await request(url, {
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
  return { status, message: answer.length ? JSON.parse(answer).message : '' }
}

/** Reads the stream: the events so far, and a way to wait until enough of one type have arrived. */
async function follow (t, url, headers = {}) {
  const events = []
  const arrivals = new EventEmitter()
  let rest = ''
  const req = http.get(new URL('events', url), { headers, agent: false })
  const res = await new Promise((resolve, reject) => req.on('response', resolve).on('error', reject))
  const closed = new Promise((resolve) => res.on('close', resolve).on('error', resolve))
  t.teardown(() => req.destroy())
  res.setEncoding('utf8').on('data', (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) if (block.includes('event: ')) events.push(parse(block))
    arrivals.emit('more')
  })

  /** The nth event of a type, once it has arrived. */
  async function until (type, n = 1) {
    for (;;) {
      const found = events.filter((event) => event.type === type)
      if (found.length >= n) return found[n - 1]
      await once(arrivals, 'more')
    }
  }
  return { events, until, closed, status: res.statusCode, headers: res.headers, close: () => req.destroy() }
}

function parse (block) {
  const line = (name) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
  return { id: line('id'), type: line('event'), data: JSON.parse(line('data')) }
}

module.exports = { startLive }
