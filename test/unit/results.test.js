'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { writeFile } = require('../../scripts/lib/load/results')
const { listResults, readJson } = require('../../scripts/lib/load/saved-results')

const namesOf = (files) => files.map((file) => path.basename(file))

t.test('a file is written completely or not at all, for its owner only', async (t) => {
  const folder = path.join(t.testdir({}), 'results') // is made
  const own = path.join(folder, 'own.json')
  const open = path.join(folder, 'open.json')
  writeFile(own, '{}')
  writeFile(open, '{}', 0o666)
  t.strictSame(fs.readdirSync(folder), ['open.json', 'own.json'], 'nothing else is left')
  if (process.platform === 'win32') return
  const modes = [own, open].map((file) => fs.statSync(file).mode & 0o777)
  t.strictSame(modes, [0o600, 0o666 & ~process.umask()])
})

t.test('a file that cannot be written is named, and leaves nothing', async (t) => {
  const folder = t.testdir({ 'result.json': {} }) // a folder stands where the file should go
  const { message, exitCode } = t.throws(() => writeFile(path.join(folder, 'result.json'), ''))
  t.equal(message.replace(/\(E[A-Z]+\)/, '(a code)'), // each system has its own
    `cannot write to ${folder} (a code): make it writable, or free space, and run again`)
  t.equal(exitCode, 1)
  t.strictSame(fs.readdirSync(folder), ['result.json'])
})

t.test('two commands that write one file disturb no one', async (t) => {
  const folder = t.testdir({ 'result.json.partial': {} }) // as of another command
  writeFile(path.join(folder, 'result.json'), '')
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
    'broken.json': '{"schema":',
    'earlier-version.json': startedAt('2026-01-01', 1),
    'nothing.json': 'null'
  })
  const list = (...args) => namesOf(listResults(...args).map(({ file }) => file))
  t.strictSame(list(folder, /\.json$/), ['b.json', 'a.json'])
  t.strictSame(list(folder, /^a/), ['a.json'])
})
