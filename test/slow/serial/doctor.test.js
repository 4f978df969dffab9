'use strict'

// Doctor mistakes a server that waits for a CPU core for one that waits for I/O: no other test may
// run meanwhile.

require('../../helpers/without-tap-loader')
const t = require('tap')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { profileLoad, profilers } = require('../../../scripts/lib/profile/profilers')

async function profileUndisturbed (t, tries = 3) {
  const options = { load: profileLoad('doctor'), folder: t.testdir({}) }
  const profile = await profilers.doctor.run(findTarget('slow'), options)
  if (profile.verdict !== 'unknown' || tries === 1) return profile
  t.comment('the server had to wait for a CPU core: trying again')
  return await profileUndisturbed(t, tries - 1)
}

t.test('Doctor sees an event-loop issue in slow', async (t) => {
  const { verdict, messages, files } = await profileUndisturbed(t)
  t.equal(verdict, 'event-loop')
  t.match(messages[1],
    /^worst event-loop delay [\d,.]+ ms, CPU \d+ % of a core on average, both under load$/)
  t.ok(files['.html'].length > 100_000)
})
