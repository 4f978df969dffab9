'use strict'

require('./lib/base/preconditions')
const { once } = require('node:events')
const path = require('node:path')
const { command, openFlag } = require('./lib/base/command')
const { buildSite, serveSite, SITE } = require('./lib/docs/build-site')
const { openPage } = require('./lib/system/browser')

command({
  summary: 'Builds the docs as a website into docs/dist/site, and shows it, to this machine\n' +
    'only, until Ctrl-C.',
  untilInterrupted: true,
  flags: {
    base: {
      type: 'string',
      default: '/',
      ambient: false,
      help: 'path at which it will be served, such as /name/'
    },
    repository: {
      type: 'string',
      ambient: false,
      help: 'address of the code on GitHub, for links to it'
    },
    build: {
      type: 'boolean',
      default: true,
      ambient: false,
      help: 'show the site that was built before (BUILD=0)'
    },
    open: {
      ...openFlag,
      help: 'only build (OPEN=0)'
    }
  }
}, async ({ values, signal }) => {
  const base = path.posix.join('/', values.base, '/')
  if (values.build) {
    console.log('building the site …')
    await buildSite({
      base,
      repository: values.repository,
      signal
    })
    console.log(path.relative('', SITE))
  }
  if (!values.open) return
  const site = await serveSite(base)
  console.log(`the site is listening on ${site.url}\nCtrl-C ends it`)
  await openPage(site.url)
  if (!signal.aborted) await once(signal, 'abort')
  await site.close()
})
