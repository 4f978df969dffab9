'use strict'

// Doctor mistakes a server that waits for a CPU core for one that waits for I/O: no other test may
// run meanwhile.

require('../../helpers/without-tap-loader')
const fs = require('node:fs')
const t = require('tap')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { doctor } = require('../../../scripts/lib/profiling/profilers')

/** Profiles until the server gets a CPU core to itself, at most three times. */
async function profileUndisturbed (t, tries = 3) {
  const profile = await doctor.profile(findTarget('slow'), {
    load: doctor.load,
    folder: t.testdir({})
  })
  if (profile.messages.length === 2 || tries === 1) return profile
  t.comment('the server had to wait for a CPU core: trying again')
  return await profileUndisturbed(t, tries - 1)
}

t.test('Doctor sees an event-loop issue in slow', async (t) => {
  const { verdict, messages, files } = await profileUndisturbed(t)
  t.equal(verdict, 'event-loop')
  const [sentence, figures, ...more] = messages
  t.equal(
    sentence,
    'Doctor sees a potential event-loop issue: something blocks the event loop for long periods.'
  )
  t.match(
    figures,
    /^worst event-loop delay [\d,.]+ ms, CPU \d+ % of a core on average, both under load$/
  )
  t.strictSame(more, [])
  t.ok(fs.statSync(files['.html']).size > 100_000)
})
