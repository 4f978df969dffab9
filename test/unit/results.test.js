'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { writeFile } = require('../../scripts/lib/load/results')
const { readJson } = require('../../scripts/lib/load/saved-results')

t.test('a file is written completely or not at all, for its owner only', async (t) => {
  const folder = t.testdir({
    'own.json.partial': {}, // as of another command
    'result.json': {} // a folder stands where the file should go
  })
  const own = path.join(folder, 'own.json')
  writeFile(own, '{}')
  t.equal(t.throws(() => writeFile(path.join(folder, 'result.json'), '')).exitCode, 1)
  t.strictSame(fs.readdirSync(folder), ['own.json', 'own.json.partial', 'result.json'])
  if (process.platform !== 'win32') t.equal(fs.statSync(own).mode & 0o777, 0o600)
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
