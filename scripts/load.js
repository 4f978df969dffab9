'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { UsageError } = require('./lib/base/errors')
const { fileLine } = require('./lib/base/terminal')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { measureUrl } = require('./lib/measure/measure')
const { requestFlags, requestFromFlags } = require('./lib/measure/target-flags')
const { resultCard } = require('./lib/present/result-table')
const { resultSaver } = require('./lib/measure/results')
const { hostOf, isLoopback } = require('./lib/system/network')

const EXAMPLE = 'URL=http://127.0.0.1:3000/seed/v1'

command({
  summary: 'Loads a server that is already running, here or elsewhere, and saves a result.',
  flags: {
    url: { type: 'string', help: `the URL to load, as in ${EXAMPLE}` },
    'yes-i-own-it': {
      type: 'boolean',
      ambient: false,
      help: 'allow an address other than this machine\'s own'
    },
    ...requestFlags,
    ...loadFlags
  }
}, async ({ values: { url, ...settings }, signal, paint }) => {
  if (!url) throw new UsageError(`No URL given. Use ${EXAMPLE}`)
  const isHttp = /^https?:\/\//.test(url) && URL.canParse(url)
  if (!isHttp) throw new UsageError(`"${url}" is not an HTTP URL. Use ${EXAMPLE}`)
  if (!isLoopback(hostOf(url)) && !settings['yes-i-own-it']) {
    const risk = 'A load can take a server down. ' +
      'Send it only to a server of your own: YES_I_OWN_IT=1 says that it is'
    throw new UsageError(`${hostOf(url)} is not this machine. ${risk}`)
  }
  const save = resultSaver()
  const load = { url, ...loadFromFlags(settings), ...requestFromFlags(settings) }
  const result = await measureUrl(load, { progress: process.stderr.isTTY, signal })
  console.log(resultCard(result, paint))
  console.log(fileLine(paint, 'saved', save(result)))
})
