'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { resultHeader, saveResult } = require('../../scripts/lib/load/results')
const { listResults, readJson } = require('../../scripts/lib/load/saved-results')
const { ROOT } = require('../helpers/project')

const STARTED = { startedAt: '2026-01-02T03:04:05.678Z' }
const TIME = '2026-01-02T03-04-05-678Z'
const result = { kind: 'load', target: 'slow', ...STARTED }
const namesOf = (files) => files.map((file) => path.basename(file))

t.test('results are saved under time and target, also two of one millisecond', async (t) => {
  const folder = t.testdir({})
  const files = [1, 2, 3].map((n) => saveResult({ ...result, n }, folder))
  t.strictSame(namesOf(files), [`${TIME}-slow.json`, `${TIME}-slow-2.json`, `${TIME}-slow-3.json`])
  t.strictSame(files.map((file) => readJson(file).n), [1, 2, 3])
  t.match(fs.readFileSync(files[0], 'utf8'), /^\{\n {2}"kind": "load",\n[^]*\n\}\n$/)
  t.equal(fs.readdirSync(folder).length, 3, 'nothing else is left')
})

t.test('the name of a result says what was measured', async (t) => {
  const folder = t.testdir({})
  const seriesOf = (...names) => ({ kind: 'series', targets: names.map((name) => ({ name })) })
  const subjects = {
    'a-b-c': { kind: 'load', target: 'a/b/c' },
    'compare-fast-prof-x': seriesOf('fast', 'prof/x'),
    series: seriesOf('slow', 'fast', 'optimized'),
    'growth-slow': { kind: 'growth', target: 'slow' },
    'diagnosis-shop': { kind: 'diagnosis', target: 'shop' },
    'lab-prof': { kind: 'lab', lab: 'prof' },
    'live-slow-fast': { kind: 'live', settings: { targets: ['slow', 'fast'] } }
  }
  for (const [subject, value] of Object.entries(subjects)) {
    const file = saveResult({ ...value, ...STARTED }, folder)
    t.equal(path.basename(file), `${TIME}-${subject}.json`)
  }
})

t.test('a recorded result has its name, and none of our paths; others may read it', async (t) => {
  const folder = path.join(t.testdir({}), 'results') // is made
  const own = saveResult(result, folder)
  const file = saveResult({ ...result, file: `${ROOT}/slow/index.js` }, folder, 'prof/a.json')
  t.equal(file, path.join(folder, 'prof-a.json'), "a lab's server has a slash")
  t.equal(readJson(file).file, 'slow/index.js')
  if (process.platform === 'win32') return
  const modes = [own, file].map((file) => fs.statSync(file).mode & 0o777)
  t.strictSame(modes, [0o600, 0o666 & ~process.umask()])
})

t.test('a file that cannot be written is named, and leaves nothing', async (t) => {
  const folder = t.testdir({ 'result.json': {} }) // a folder stands where the file should go
  const { message, exitCode } = t.throws(() => saveResult(result, folder, 'result.json'))
  t.equal(message.replace(/\(E[A-Z]+\)/, '(a code)'), // each system has its own
    `cannot write to ${folder} (a code): make it writable, or free space, and run again`)
  t.equal(exitCode, 1)
  t.strictSame(fs.readdirSync(folder), ['result.json'])
})

t.test('two commands that write one file disturb no one', async (t) => {
  const folder = t.testdir({ 'result.json.partial': {} }) // as of another command
  saveResult(result, folder, 'result.json')
  t.strictSame(fs.readdirSync(folder), ['result.json', 'result.json.partial'])
})

t.test('an unreadable file is named; no text of a file controls the terminal', async (t) => {
  const folder = t.testdir({
    'half.json': '{"schema":',
    'a.json': '{"name": "\\u001b[2Jslow", "list": ["\\u001b]0;title\\u0007"]}'
  })
  const half = path.join(folder, 'half.json')
  t.equal(t.throws(() => readJson(half)).message,
    `no result in ${half}: Unexpected end of JSON input`)
  t.strictSame(readJson(path.join(folder, 'a.json')), { name: 'slow', list: [''] })
})

t.test('results are listed by their start, without what cannot be read', async (t) => {
  const startedAt = (time, schema = 2) => JSON.stringify({ schema, startedAt: time })
  const folder = t.testdir({
    'a.json': startedAt('2026-03-03'),
    'b.json': startedAt('2026-02-02'),
    'c.json': startedAt('2026-04-04'),
    'broken.json': '{"schema":',
    'earlier-version.json': startedAt('2026-01-01', 1),
    'nothing.json': 'null'
  })
  const list = (...args) => namesOf(listResults(...args).map(({ file }) => file))
  t.strictSame(list(folder, /\.json$/), ['b.json', 'a.json', 'c.json'])
  t.strictSame(list(folder, /^a/), ['a.json'])
  t.strictSame(list(path.join(folder, 'none'), /^a/), [])
})

t.test('a result begins with its version, what was measured, when and where', async (t) => {
  const before = Date.now()
  const { startedAt, environment, ...header } = resultHeader({ kind: 'growth', target: 'slow' })
  t.strictSame(header, { schema: 2, kind: 'growth', target: 'slow' })
  t.equal(environment.node, process.version)
  t.ok(before <= Date.parse(startedAt) && Date.parse(startedAt) <= Date.now(), startedAt)
})
