'use strict'
/* eslint no-template-curly-in-string: "off" -- templates of the stages are replaced */

// What the exercise's check says of the right fixes, and of wrong ones that look right. Speed is
// left out.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { firstGoals, laterGoals } = require('../../scripts/lib/exercise/exercise-goals')
const { visitExercise } = require('../../scripts/lib/exercise/exercise-visit')
const { copyPatched } = require('../helpers/project')

const GOALS = ['listeners', 'warning', 'speed', 'tag', 'follows', 'strong', '304', 'bytes']
const goals = Object.fromEntries([...firstGoals, ...laterGoals].map((goal, i) => [GOALS[i], goal]))

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

const stage = (name, ...change) => ({ code: name, change })
const step = (name, ...change) => ({ code: 'slow', patch: `docs/steps/${name}.patch`, change })
const tagged = (tag) => stage('optimized', 'index.js', '`"${content.id}-${ts}"`', tag)

/** What is found of code, which may have a change: in a file, a text becomes another. */
const variants = {
  'an untouched copy': [
    stage('slow'),
    {
      ...UNTAGGED,
      listeners: '25 requests added 25',
      warning: 'events.defaultMaxListeners is Infinity'
    }
  ],
  'the right fix': [stage('fast'), UNTAGGED],
  optimized: [stage('optimized'), {}],
  'the fix below the mute': [
    stage('fast', 'util.js', "'use strict'", "require('node:events').defaultMaxListeners = 0"),
    { ...UNTAGGED, warning: 'events.defaultMaxListeners is 0' }
  ],
  'a mute of the server alone': [
    stage('fast', 'util.js', 'Attached = true', 'Attached = true; server.setMaxListeners(0)'),
    { ...UNTAGGED, warning: "the server's own limit is 0" }
  ],
  'no call of attachAfterEvent': [
    stage('fast', 'util.js', 'attachAfterEvent(this)\n', ''),
    { tag: NO_TAG, follows: NO_TAG, strong: UNTAGGED.strong, 304: NO_TAG, bytes: NO_TAG }
  ],
  'a listener that is called once': [
    stage('fast', 'util.js', 'server.on(', 'server.once('),
    { ...UNTAGGED, follows: 'a minute later it still was …' }
  ],
  'a listener that is called once, for each request': [
    step('unmute', 'util.js', 'server.on(', 'server.once('),
    { ...UNTAGGED, listeners: '25 requests added 25' }
  ],
  'all listeners removed before one is added': [
    step('unmute', 'util.js', 'server.on(', "server.removeAllListeners('after').on("),
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
  'a 304 for every tag': [
    stage('optimized', 'util.js', "header === '*'", "header !== ''"),
    { 304: 'If-None-Match: "x" got 304 with 0 bytes', bytes: STALE }
  ],
  'a body that never changes': [
    stage('optimized', 'util.js', 'last = now', ''),
    { follows: SAME_BODY, bytes: STALE }
  ],
  'the naive 304': [
    step('naive'),
    { ...UNTAGGED, 304: 'If-None-Match: W/… got 200 with 10047 bytes', bytes: STALE }
  ],
  'a server that is not exported': [
    stage('fast', 'index.js', 'module.exports = server', ''),
    { ...UNTAGGED, listeners: NO_SERVER, warning: NO_SERVER }
  ]
}

/** Tags are random: SHA-512, UUID or number. */
const withoutTag = (text) => text.replace(/"0\.\d+["…]/, '"…').replace(/[0-9a-f-]{17,20}…/, '…')

/** A target with this code. */
function makeExercise (t, { code, patch, change: [name, text, by] }) {
  const folder = copyPatched(t, code, patch)
  if (name) {
    const file = path.join(folder, name)
    const source = fs.readFileSync(file, 'utf8')
    if (!source.includes(text)) throw new Error(`no "${text}" to replace`)
    fs.writeFileSync(file, source.replace(text, () => by))
  }
  const main = path.join(folder, 'index.js')
  return { name: 'exercise', file: main, path: '/seed/v1', warmup: 0 }
}

for (const [name, [code, expected]] of Object.entries(variants)) {
  t.test(name, async (t) => {
    const observation = await visitExercise(makeExercise(t, code))
    const faults = {}
    for (const [goal, { findFault }] of Object.entries(goals)) {
      const fault = goal !== 'speed' && findFault(observation)
      if (fault) faults[goal] = withoutTag(fault)
    }
    t.strictSame(faults, expected)
    t.equal(observation.conditional.length, expected.tag ? 0 : 5)
  })
}

t.test('a request without an answer is an error, after a limit', async (t) => {
  const exercise = makeExercise(t, stage('fast', 'util.js', 'attachAfterEvent(this)', 'return'))
  const { message } = await t.rejects(visitExercise(exercise, undefined, 300))
  t.equal(message, 'exercise leaves a request without an answer: is next() or res.end() missing?')
  const reason = new Error('interrupted')
  t.equal(await t.rejects(visitExercise(exercise, AbortSignal.abort(reason))), reason)
})

t.test('a tag that only the second response lacks, and one without quotes', async (t) => {
  const find = (goal, ...tags) => goals[goal].findFault({ minutes: [tags.map((tag) => ({ tag }))] })
  t.equal(find('tag', undefined, undefined, '"a"'), 'response 2 has none')
  t.equal(find('tag', undefined, '"a"', '"a"'), undefined)
  t.equal(find('strong', '"a"', 'a', '"a"'), 'a is not in double quotes')
  t.equal(find('strong', '"a"', '"a"', '"a"'), undefined)
})

t.test('an infinite limit mutes the server, a higher one does not', async (t) => {
  const { findFault } = goals.warning
  const find = (serverLimit) => findFault({ listeners: { warned: true, serverLimit } })
  t.equal(find('Infinity'), "the server's own limit is Infinity")
  t.equal(find('20'), undefined)
})

t.test('the fixed exercise needs a twentieth of the CPU time at most', async (t) => {
  const find = (exercise) => goals.speed.findFault({ costs: { slow: 5000, exercise } })
  t.equal(find(330), '0.33 ms, in slow 5 ms')
  t.equal(find(250), undefined)
})
