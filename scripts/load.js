'use strict'

// make load URL=…: fires at any URL, another machine's too. The second of the article's two terminals.

require('./lib/cli/node-version')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { UsageError } = require('./lib/cli/errors')
const { measureUrl } = require('./lib/measure/measure')
const { saveResult, RESULTS } = require('./lib/results/store')
const { ensureWritable } = require('./lib/system/files')
const { loadFromFlags, loadFlags } = require('./lib/measure/load-flags')
const { resultCard } = require('./lib/present/result-table')
const { painter } = require('./lib/cli/terminal')

command({
  usage: 'load.js --url http://host:port/path',
  summary: 'Fires a load at a server that is running already, here or elsewhere, and saves a result.',
  flags: { url: { type: 'string', help: 'what to load' }, ...loadFlags }
}, async ({ values, signal }) => {
  const { url } = values
  if (!url) throw new UsageError('what shall be loaded? Give URL=http://127.0.0.1:3000/seed/v1')
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError(`"${url}" is no http URL: write it in full, as in http://127.0.0.1:3000/seed/v1`)
  ensureWritable(RESULTS)

  const result = await measureUrl({ url, ...loadFromFlags(values) }, { progress: process.stderr.isTTY, signal })
  const paint = painter(process.stdout)
  console.log(resultCard(result, paint))
  const file = saveResult(result, RESULTS)
  console.log(`${paint('bold', 'saved'.padEnd(11))} ${path.relative('', file)}`)
})
