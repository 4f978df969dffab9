'use strict'

// What the profilers make of their data. test/slow/profilers.test.js runs them.

const fs = require('node:fs')
const t = require('tap')
const { flameSamples, readDoctor } = require('../../scripts/lib/profile/clinic')
const { hottestFrames } = require('../../scripts/lib/profile/hot-frames')
const { profilers, saveProfile, PROFILES } = require('../../scripts/lib/profile/profilers')

t.test('a profile without samples is a failure, and leaves nothing', async (t) => {
  const empty = { files: { '.txt': '' }, messages: [], frames: { self: [] } }
  t.intercept(profilers.prof, 'run', { value: async () => empty })
  const before = fs.existsSync(PROFILES) ? fs.readdirSync(PROFILES) : []
  const { message } = await t.rejects(saveProfile('prof', { name: 'shop' }, {}))
  t.equal(message, 'prof took no samples of shop: raise DURATION')
  t.strictSame(fs.readdirSync(PROFILES), before)
})

/** The frames of Clinic Flame for samples of these frames, most of them of JavaScript. */
function flameFrames (samples) {
  const ticks = samples.map((names) => names.map((name) =>
    ({ name, type: name === 'native' ? 'CPP' : 'JS' })))
  return hottestFrames(flameSamples(ticks))
}

t.test('self time goes to the leaf, total time to all above it; the hottest lead', async (t) => {
  const { self, total } = flameFrames([
    ['d /a.js:1:1', '+c file:///a%20b.mjs:2:1'],
    ['d /a.js:1:1', 'b /a.js:3:1', 'd /a.js:1:1', 'b /a.js:3:1', 'native'],
    ['d /a.js:1:1', 'b /a.js:3:1'],
    ['d /a.js:1:1', '~ /b.js:3:1'],
    ['native'] // it has no caller
  ])
  const read = ({ frame: { name, file, line }, share }) => [`${name} ${file}:${line}`, share]
  const leaves = [['b /a.js:3', 0.5], ['c /a b.mjs:2', 0.25], ['(anonymous) /b.js:3', 0.25]]
  t.strictSame(self.map(read), leaves)
  t.strictSame(total.map(read), [['d /a.js:1', 1], ...leaves], 'once a stack')
})

t.test('Doctor: delay and CPU are those under load', async (t) => {
  const stat = (timestamp, delay, cpu) => ({ timestamp, delay, cpu })
  const analysis = { interval: [10, 20], issueCategory: 'event-loop' }
  const processStat = [stat(9, 99, 9), stat(10, 2, 0.5), stat(20, 7.5, 1), stat(21, 88, 8)]
  const data = JSON.stringify({ analysis, processStat })
  const page = `<script type="application/json" id="clinic-data">${data}</script><script>`
  t.strictSame(readDoctor(page), {
    verdict: 'event-loop',
    messages: [
      'Doctor sees a potential event-loop issue: something blocks the event loop for long periods.',
      'worst event-loop delay 7.5 ms, CPU 75 % of a core on average, both under load'
    ]
  })
})
