'use strict'
/* eslint no-template-curly-in-string: "off" -- templates of the stages are replaced */

// What the exercise's check says of the right fixes, and of wrong ones that look right. Speed is
// left out.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { firstGoals, laterGoals } = require('../../scripts/lib/workshop/exercise-goals')
const { visitExercise } = require('../../scripts/lib/workshop/exercise-visit')
const { applyPatches, copyCode } = require('../../scripts/lib/workshop/exercise')
const { ROOT } = require('../helpers/project')

const exerciseGoals = [...firstGoals, ...laterGoals]
const GOALS = ['listeners', 'warning', 'speed', 'tag', 'follows', 'strong', '304', 'bytes']
const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const FAST = read('fast/util.js')
const [UNMUTED, NAIVE] = ['unmute', 'naive'].map((step) => {
  const folder = path.join(t.testdir({}), step)
  copyCode('slow', folder)
  applyPatches(folder, `docs/steps/${step}.patch`)
  return fs.readFileSync(path.join(folder, 'util.js'), 'utf8')
})
const STAGE_INDEX = read('slow/index.js')
const OPTIMIZED = [read('optimized/util.js'), read('optimized/index.js')]

/** Replaces a text that must be there. */
function replace (source, text, by) {
  if (!source.includes(text)) throw new Error(`no "${text}" to replace`)
  return source.replace(text, () => by)
}

const tagged = (tag) => [OPTIMIZED[0], replace(OPTIMIZED[1], '`"${content.id}-${ts}"`', tag)]

// What is found of the article's fix, and of more than one of the others; … stands for a tag.
const UNTAGGED = {
  strong: 'response 1 has none',
  304: 'If-None-Match: … got 200 with 10047 bytes',
  bytes: 'two bodies had …'
}
const NO_TAG = 'no response has an ETag'
const NO_SERVER = 'index.js does not export the server, so its listeners cannot be counted'
const STALE = '304 for the tag of the minute before: the client keeps its old copy'
const SAME_BODY = 'the body itself stayed the same for over a minute'

/** name: [util.js, index.js], and what is wrong with each goal that it misses */
const variants = {
  'an untouched copy': [
    [read('slow/util.js')],
    {
      ...UNTAGGED,
      listeners: '25 requests added 25',
      warning: 'events.defaultMaxListeners is Infinity'
    }
  ],
  'the right fix': [[FAST], UNTAGGED],
  optimized: [OPTIMIZED, {}],
  'the fix below the mute': [
    [`require('node:events').defaultMaxListeners = 0\n${FAST}`],
    { ...UNTAGGED, warning: 'events.defaultMaxListeners is 0' }
  ],
  'a mute of the server alone': [
    [
      replace(
        FAST,
        'afterEventAttached = true',
        'afterEventAttached = true; server.setMaxListeners(0)'
      )
    ],
    { ...UNTAGGED, warning: "the server's own limit is 0" }
  ],
  'no call of attachAfterEvent': [
    [replace(FAST, '      attachAfterEvent(this)\n', '')],
    { tag: NO_TAG, follows: NO_TAG, strong: UNTAGGED.strong, 304: NO_TAG, bytes: NO_TAG }
  ],
  'a listener that is called once': [
    [replace(FAST, 'server.on(', 'server.once(')],
    { ...UNTAGGED, follows: 'a minute later it still was …' }
  ],
  'a listener that is called once, for each request': [
    [replace(UNMUTED, 'server.on(', 'server.once(')],
    { ...UNTAGGED, listeners: '25 requests added 25' }
  ],
  'all listeners removed before one is added': [
    [replace(UNMUTED, 'server.on(', "server.removeAllListeners('after')\n      server.on(")],
    { ...UNTAGGED, listeners: 'a listener that other code had added is gone' }
  ],
  'a constant tag': [tagged('`"constant"`'), { follows: SAME_BODY, bytes: STALE }],
  'a weak tag': [
    tagged('`W/"${content.id}-${ts}"`'),
    { strong: 'W/"… is weak', 304: 'If-None-Match: W/"… got 200 with 10047 bytes' }
  ],
  'a tag of its own for every response': [
    tagged('`"${Math.random()}"`'),
    {
      follows: 'it changed although the body had not',
      304: 'If-None-Match: "… got 200 with 10047 bytes'
    }
  ],
  'a body that never changes': [
    [replace(OPTIMIZED[0], 'last = now', ''), OPTIMIZED[1]],
    { follows: SAME_BODY, bytes: STALE }
  ],
  'the naive 304': [
    [NAIVE],
    { ...UNTAGGED, 304: 'If-None-Match: W/… got 200 with 10047 bytes', bytes: STALE }
  ],
  'a server that is not exported': [
    [FAST, replace(STAGE_INDEX, 'module.exports = server', '')],
    { ...UNTAGGED, listeners: NO_SERVER, warning: NO_SERVER }
  ]
}

/** Tags are random: SHA-512, UUID or number. */
const withoutTag = (text) => text.replace(/"0\.\d+["…]/, '"…').replace(/[0-9a-f-]{17,20}…/, '…')

/** A target with this code. */
function makeExercise (t, name, util, index = STAGE_INDEX) {
  // Within the project, where restify is found.
  const folder = fs.mkdtempSync(path.join(ROOT, 'exercise-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  const files = { 'util.js': util, 'index.js': index, 'package.json': '{"name":"exercise"}' }
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text)
  return { name, file: path.join(folder, 'index.js'), path: '/seed/v1', warmup: 0 }
}

t.test('a request without an answer is an error, after a limit', async (t) => {
  const exercise = makeExercise(t, 'exercise', replace(FAST, 'attachAfterEvent(this)', 'return'))
  const { message } = await t.rejects(visitExercise(exercise, undefined, 300))
  t.equal(message, 'exercise leaves a request without an answer: is next() or res.end() missing?')
})

for (const [name, [[util, index], expected]] of Object.entries(variants)) {
  t.test(name, async (t) => {
    const observation = await visitExercise(makeExercise(t, name, util, index))
    const faults = {}
    for (const [i, goal] of GOALS.entries()) {
      const fault = goal !== 'speed' && exerciseGoals[i].findFault(observation)
      if (fault) faults[goal] = withoutTag(fault)
    }
    t.strictSame(faults, expected)
  })
}

t.test('a tag that only the second response lacks, and one without quotes', async (t) => {
  const find = (goal, ...tags) =>
    exerciseGoals[GOALS.indexOf(goal)].findFault({ minutes: [tags.map((tag) => ({ tag }))] })
  t.equal(find('tag', undefined, undefined, '"a"'), 'response 2 has none')
  t.equal(find('tag', undefined, '"a"', '"a"'), undefined)
  t.equal(find('strong', '"a"', 'a', '"a"'), 'a is not in double quotes')
  t.equal(find('strong', '"a"', '"a"', '"a"'), undefined)
})

t.test('the fixed exercise needs a twentieth of the CPU time at most', async (t) => {
  const { findFault } = exerciseGoals[GOALS.indexOf('speed')]
  t.equal(findFault({ costs: { slow: 5000, exercise: 330 } }), '0.33 ms, in slow 5 ms')
  t.equal(findFault({ costs: { slow: 5000, exercise: 250 } }), undefined)
})
