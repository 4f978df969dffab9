'use strict'

require('../../scripts/lib/cli/preconditions')
const { once } = require('node:events')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { text, yesNo } = require('../../scripts/lib/cli/flags')
const { buildSite, serveSite, SITE } = require('./build-site')
const { openPage } = require('../../scripts/lib/cli/browser')

command({
  summary: 'Builds the docs as a website into docs/dist/site, and shows it, to this machine\n' +
    'only, until Ctrl-C.',
  untilInterrupted: true,
  flags: {
    base: text('path at which it will be served, such as /name/', '/'),
    repository: text('address of the code on GitHub, for links to it'),
    build: yesNo('show the site that was built before (BUILD=0)', true),
    open: yesNo('only build (OPEN=0)', true)
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
