'use strict'

// A diagnosis from its loads to its verdict, with the shortest loads.

const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const { measureDiagnosis } = require('../../scripts/lib/diagnose/diagnosis')
const { listen } = require('../helpers/http-server')
const { codeTarget } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

// One waits while the other computes. Each has options of its own: tap writes into them.
t.jobs = 2

const SETTINGS = { alone: 2, connections: 20, duration: 4 }
const KEPT = 100_000 // bytes of each request

const SERVER = `const http = require('node:http')
const kept = []
const remember = () => kept.push(Array(${KEPT / 8}).fill(0.5))
function compute () { // for 10 ms, also where other programs use the cores
  const start = process.cpuUsage()
  while (process.cpuUsage(start).user < 10_000) for (let i = 0; i < 1e5; i++);
}
http.createServer((req, res) => {
  remember()
  compute()
  http.globalAgent.on('sale', compute)
  res.statusCode = 201
  res.end()
}).listen(process.env.PORT, process.env.HOST)`

t.test('a server computes, and keeps something of each request', {
  buffered: true
}, async (t) => {
  const { file } = codeTarget(t, SERVER)
  const request = { method: 'POST', path: '/cart', headers: { 'X-Key': 'secret' } }
  const target = { name: 'shop', file, warmup: 0, request }
  const { first, others, facts, measured, load, ...diagnosis } =
    await measureDiagnosis(target, SETTINGS)
  // Which of the two is first depends on how busy the machine is: with fewer answers, less is kept.
  t.match(first.verdict, /^(memory leak|event loop blocked by computation)$/)
  const places = {}
  for (const { verdict, place } of [first, ...others]) places[verdict] = place
  const { function: keeper, line } = places['memory leak'] ?? {}
  t.strictSame([keeper, line], ['remember', 3], Object.keys(places).join())
  t.equal(places['event loop blocked by computation']?.function, 'compute')
  const [{ name, share }] = diagnosis.holders.holders
  t.match(name, /kept/)
  t.ok(share > 0.5, `${share}`)
  t.strictSame([load.method, load.path, Object.keys(measured.statuses)], ['POST', '/cart', ['201']])
  t.strictSame(load.headers, { 'X-Key': '…' })
  t.equal(diagnosis.excessListeners[0].event, 'sale')
  t.ok(facts.keptBytes > 0.95 * KEPT * facts.answered, 'since before the first answer')
  t.strictSame([facts.errorShare, facts.connectionsPerRequest], [0, 0])
})

t.test('a server waits, and its first answers take longer than the first load', {
  buffered: true
}, async (t) => {
  let asked = 0 // the trial request, and that of the first load
  const backend = await listen(t, (req, res) => {
    setTimeout(() => res.end(), ++asked < 3 ? 1300 : 100)
  })
  const { file } = codeTarget(t, `const http = require('node:http')
    function ask (res) {
      http.get('${backend.url}', (answer) => answer.resume().on('end', () => res.end('ok')))
    }
    http.createServer((req, res) => ask(res)).listen(${await findFreePort()})`)
  const { facts, first } = await measureDiagnosis({ name: 'shop', file, warmup: 0 }, SETTINGS)
  t.equal(first.verdict, 'waiting for dependencies')
  t.equal(first.place.function, 'ask', 'traced in a process of its own, on the same port')
  // Requests that the end of a turn cuts off did not fail.
  t.strictSame([facts.errorShare, facts.connectionsPerRequest], [0, 0])
})

t.test('an endpoint that takes most of a second gets few connections, and few answers are enough', {
  buffered: true
}, async (t) => {
  const { file } = codeTarget(t, `const http = require('node:http')
    function sumUp () {
      const start = process.cpuUsage()
      while (process.cpuUsage(start).user < 700_000) for (let i = 0; i < 1e6; i++);
    }
    http.createServer((req, res) => {
      sumUp()
      res.end('ok')
    }).listen(process.env.PORT, process.env.HOST)`)
  const settings = { alone: 2, connections: 50, duration: 4 }
  const { facts, first, load } = await measureDiagnosis({ name: 'shop', file, warmup: 0 }, settings)
  t.ok(load.connections < 10, `${load.connections} connections`)
  t.ok(facts.answered < 50, `${facts.answered} answers`)
  t.strictSame([first.verdict, first.place?.function],
    ['event loop blocked by computation', 'sumUp'])
})
