'use strict'

// The servers of the labs, and each lab with its smallest load.

const path = require('node:path')
const t = require('tap')
const { small, large } = require('../../docs/labs/express-json/objects')
const { findLab, installLab, labNames, runLab } = require('../../scripts/lib/compare/labs')
const { findTarget, labServer } = require('../../scripts/lib/server/targets')
const { startServer } = require('../../scripts/lib/server/server')
const { request } = require('../../scripts/lib/server/http-client')
require('../helpers/without-tap-loader')

t.jobs = 2 // most of the time, a load runs for as long as it has to

const installations = {} // by lab: a lab is installed once

/** Reads a lab, and installs it. */
async function readLab (name) {
  const lab = findLab(name)
  installations[name] ??= installLab(lab)
  await installations[name]
  return lab
}

/** Starts a server for the time of a test, with code that runs before its own. */
async function start (t, target, code = '') {
  const before = path.join(t.testdir({ 'before.js': code }), 'before.js')
  const server = await startServer(target, { execArgv: ['--require', before] })
  t.teardown(() => server.stop())
  return server
}

/** What a client receives, without the date and without the server name that restify sends. */
async function receive ({ url }, options) {
  const { status, headers: { date, server, ...headers }, body } = await request(url, options)
  return { status, headers, body: String(body) }
}

t.test('the frameworks answer with the same bytes, headers and tag as optimized', async (t) => {
  const fixed = `
    const crypto = require('node:crypto')
    crypto.randomBytes = (size) => Buffer.alloc(size, 7)
    crypto.randomUUID = () => '00000000-0000-4000-8000-000000000000'
    Date.now = () => 1_500_000_000_000`
  await readLab('frameworks')
  const optimized = await start(t, findTarget('optimized'), fixed)
  const { status, headers: { etag, ...headers } } = await receive(optimized)
  t.strictSame([status, headers['content-type']], [200, 'application/json'])
  for (const name of ['http', 'express', 'fastify']) {
    const server = await start(t, labServer('frameworks', name), fixed)
    for (const method of ['GET', 'HEAD']) {
      for (const tag of [undefined, etag, `"x", W/${etag}`, '*', '"x"']) {
        const options = { method, headers: tag === undefined ? {} : { 'If-None-Match': tag } }
        const answer = await receive(server, options)
        t.strictSame(answer, await receive(optimized, options), `${name} ${method} ${tag}`)
      }
    }
    const { status, headers } = await receive(server, { path: '/seed/v1?x=1' })
    t.strictSame([status, headers['cache-control']], [404, undefined])
  }
})

for (const [lab, names, answers] of [
  ['frameworks', ['routes-express', 'routes-fastify'], { '/json': { hello: 'world' } }],
  ['express-json', ['json', 'json-no-etag', 'string'], { '/small': small, '/large': large }],
  ['event-loop', ['inline', 'partitioned', 'pool'], { '/heavy': { primes: 78_498 } }]
]) {
  t.test(`${lab}: the servers that are compared answer alike`, async (t) => {
    await readLab(lab)
    for (const name of names) {
      const server = await start(t, labServer(lab, name))
      for (const [path, content] of Object.entries(answers)) {
        const { status, headers, body } = await receive(server, { path })
        t.strictSame([status, JSON.parse(body)], [200, content], `${name} ${path}`)
        t.equal(headers['content-type'], 'application/json; charset=utf-8')
      }
    }
  })
}

// On a busy machine, threads that hash and slices of a heavy route answer nothing in a second.
const DURATIONS = { prof: 3, 'event-loop': 3 }
const REQUESTS = 20 // of a load that ends after so many

/** A lab whose loads are short, and not preceded by a warm-up. */
function shortened (lab) {
  const parts = lab.parts.map((part) => {
    const load = { ...part.load, warmup: 0 }
    if (load.amount) load.amount = REQUESTS
    return { ...part, load }
  })
  return { ...lab, parts }
}

for (const name of labNames()) {
  if (name === 'overload') continue // chapter 9 runs it by its command
  if (name === 'node-versions' && !process.env.WEEKLY) continue
  t.test(`the lab ${name}, with its smallest load`, { timeout: 240_000 }, async (t) => {
    const lab = await readLab(name)
    const settings = { runs: 1, duration: DURATIONS[name] ?? 1, nodes: '20 22' }
    const { parts } = await runLab(shortened(lab), settings)
    t.strictSame(parts.map(({ title }) => title), lab.parts.map(({ title }) => title))
    for (const { title, skipped, figures, targets } of parts) {
      for (const { name, runs } of targets) {
        t.equal(runs.length, 1, name)
        t.ok(runs.every(({ lost }) => !lost), 'no logger loses a line')
      }
      const measured = ({ name }) => targets.some(({ runs }) => name in runs[0])
      t.ok(skipped || figures.every(measured), `${title}: all figures were measured`)
    }
  })
}
