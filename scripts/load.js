'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { UsageError } = require('./lib/cli/errors')
const { fileLine } = require('./lib/cli/terminal')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { measureUrl } = require('./lib/measure/measure')
const { resultCard } = require('./lib/present/result-table')
const { resultSaver } = require('./lib/results/store')

const EXAMPLE = 'URL=http://127.0.0.1:3000/seed/v1'

command({
  summary: 'Loads a server that is already running, here or elsewhere, and saves a result.',
  flags: { url: { type: 'string', help: `the URL to load, as in ${EXAMPLE}` }, ...loadFlags }
}, async ({ values: { url, ...settings }, signal, paint }) => {
  if (!url) throw new UsageError(`No URL given. Use ${EXAMPLE}`)
  const isHttp = /^https?:\/\//.test(url) && URL.canParse(url)
  if (!isHttp) throw new UsageError(`"${url}" is not an HTTP URL. Use ${EXAMPLE}`)
  const save = resultSaver()
  const result = await measureUrl({ url, ...loadFromFlags(settings) }, { progress: process.stderr.isTTY, signal })
  console.log(resultCard(result, paint))
  console.log(fileLine(paint, 'saved', save(result)))
})
