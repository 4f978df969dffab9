'use strict'

// Doctor takes a server that must wait for a core for one that waits for I/O: no other test may run beside this one.

require('../../helpers/without-tap-loader')
const fs = require('node:fs')
const t = require('tap')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { doctor } = require('../../../scripts/lib/profiling')

/** Profiles until nothing else on the machine took the core away, three times at the most. */
async function undisturbed (t, tries = 3) {
  const profile = await doctor.profile(findTarget('slow'), { load: doctor.load, folder: t.testdir({}) })
  if (!profile.starved || tries === 1) return profile
  t.comment('the server had to wait for a core: once more')
  return await undisturbed(t, tries - 1)
}

t.test('Doctor sees an event-loop issue in slow', async (t) => {
  const { verdict, words, files } = await undisturbed(t)
  t.equal(verdict, 'event-loop')
  t.match(words.join('\n'), /event-loop issue[^]*worst event-loop delay [\d,.]+ ms, CPU \d+ %/)
  t.ok(fs.statSync(files['.html']).size > 100_000)
})
