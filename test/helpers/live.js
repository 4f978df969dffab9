'use strict'

const { EventEmitter, once } = require('node:events')
const http = require('node:http')
const { createInterface } = require('node:readline')
const { request } = require('../../scripts/lib/server/http-client')

const LIMIT = 120_000 // ms until an event has to come

/** Starts it with these arguments of the command; it ends with the test. */
async function startLive (t, project, args = []) {
  const { child, outcome } = project.start(['live.js', '--live-port=0', '--no-open', ...args])
  t.teardown(async () => { child.kill(); await outcome })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).match(/http:\S+\//)[0]))
    outcome.then(({ stderr }) => reject(new Error(stderr)))
  })
  return {
    url,
    child,
    post: (path, body, headers) => post(url, path, body, headers),
    follow: () => follow(t, url)
  }
}

/** Posts a text as it is, and anything else as JSON. */
async function post (url, path, body, headers = {}) {
  const { status, body: answer } = await request(url, {
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
  return { status, message: answer.length ? JSON.parse(answer).message : '' }
}

/** Reads the stream: the events so far, and a way to wait for the first one of a type. */
async function follow (t, url) {
  const events = []
  const arrivals = new EventEmitter()
  const req = http.get(new URL('events', url), { agent: false })
  const [res] = await once(req, 'response')
  const closed = new Promise((resolve) => res.on('close', resolve).on('error', resolve))
  t.teardown(() => req.destroy())
  const lines = createInterface({ input: res })
  lines.on('error', () => {}) // the response's, in Node.js 20 and later
  lines.on('line', (line) => {
    if (!line.startsWith('data: ')) return
    const event = JSON.parse(line.slice(6))
    events.push(event)
    arrivals.emit(event.type, event)
  })

  async function until (type) {
    const seen = events.find((event) => event.type === type)
    if (seen) return seen
    const [event] = await once(arrivals, type, { signal: AbortSignal.timeout(LIMIT) })
    return event
  }
  return { events, until, closed }
}

module.exports = { post, startLive }
