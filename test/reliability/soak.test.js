'use strict'

const t = require('tap')
const { problems, run } = require('./checks/soak')
const { createResponseChecker } = require('./response-checker')

const SHORT = { stage: 'optimized', requests: 40_000, connections: 20 }

t.test('no answer of optimized is wrong while minutes pass', async (t) => {
  const { answers, wrong, lost, listeners, tags } = await run(SHORT)
  const none = { first: null, last: null }
  t.strictSame({ wrong, lost, listeners }, { wrong: {}, lost: 0, listeners: none })
  const isHalf = answers[304] > SHORT.requests * 0.04 && answers[304] < SHORT.requests * 0.07
  t.ok(isHalf, `every other conditional request has an old tag: ${JSON.stringify(answers)}`)
  t.equal(answers[200] + answers[304], SHORT.requests)
  t.ok(tags > 1, `${tags} tags`)
})

t.test('the late tag of fast is found', async (t) => {
  const { wrong, lost } = await run({ ...SHORT, stage: 'fast' })
  t.strictSame(Object.keys(wrong), ['a tag with other bytes'])
  t.equal(lost, 0)
})

t.test('an interruption rejects with its reason', async (t) => {
  const interrupt = new AbortController()
  const onProgress = (share) => { if (share > 0) interrupt.abort(new Error('interrupted')) }
  const { message } = await t.rejects(run(SHORT, { onProgress, signal: interrupt.signal }))
  t.equal(message, 'interrupted')
})

const body = (ts, changed) =>
  JSON.stringify({ data: 'ab'.repeat(5000), url: '/seed/v1', ts, ...changed })

/** Answers 200 with the tag "a", then 200 with "b". */
function startChecker () {
  const checker = createResponseChecker()
  const answer = (status, body, tag, context = {}) =>
    checker.checkResponse(status, body, context, { ETag: tag })
  const now = Date.now()
  answer(200, body(now), '"a"')
  answer(200, body(now + 1), '"b"')
  return { ...checker, answer, now }
}

t.test('right answers have no problem', async (t) => {
  const { answer, now, prepareRequest, findings } = startChecker()
  const tags = [{}, {}].map((context) =>
    prepareRequest({ headers: { x: '1' } }, context).headers)
  t.strictSame(tags, [{ x: '1', 'If-None-Match': '"b"' }, { x: '1', 'If-None-Match': '"a"' }])
  answer(304, '', '"b"', { tag: '"b"' })
  answer(200, body(now + 1), '"b"', { tag: '"a"' })
  t.strictSame(findings(), { answers: { 200: 3, 304: 1 }, wrong: {}, tags: 2 })
})

t.test('each fault of an answer is found', async (t) => {
  for (const [what, fault] of Object.entries({
    'a tag with other bytes': ({ answer, now }) => answer(200, body(now + 2), '"a"'),
    'a body of other content': ({ answer, now }) => answer(200, body(now, { data: '' }), '"c"'),
    'a body that is no JSON': ({ answer }) => answer(200, '{', '"c"'),
    'a 304 that nobody asked for': ({ answer }) => answer(304, ''),
    'a 304 for a stale copy': ({ answer }) =>
      answer(304, '', '"a"', { tag: '"a"', isOutdated: true }),
    'a 304 with a body': ({ answer }) => answer(304, 'x', '"b"', { tag: '"b"' }),
    'status 500': ({ answer }) => answer(500, ''),
    'a body that is out of date': async ({ answer, now, whileClockMoves }) => {
      await whileClockMoves(async () => answer(200, body(now), '"a"')) // is not wrong yet
      await whileClockMoves(async () => {})
      answer(200, body(now), '"a"')
    }
  })) {
    const checker = startChecker()
    await fault(checker)
    t.strictSame(checker.findings().wrong, { [what]: 1 })
  }
})

t.test('lost and wrong answers, and what grows, are problems', async (t) => {
  const flat = { b: 0, bInterval: [-1, 1] }
  const none = { first: null, last: null }
  const growth = { heap: flat, rss: flat }
  const good = { answers: {}, wrong: {}, lost: 0, listeners: none, growth }
  t.strictSame(problems(good), [])
  for (const [fault, problem] of [
    [{ lost: 2 }, 'without an answer: 2'],
    [{ wrong: { 'status 500': 3 } }, 'wrong answers: 3 times status 500'],
    [{ listeners: { first: null, last: 12 } },
      'most listeners of one event, first and last: at most ten, 12'],
    [{ growth: { heap: { b: 100, bInterval: [50, 200] }, rss: flat } },
      'the heap grows by: 100 bytes a request (95 %: 50 to 200)'],
    [{ growth: { heap: flat, rss: { b: 7, bInterval: [-6, 8] } } },
      'RSS grows by: 7 bytes a request (95 %: -6 to 8)']
  ]) t.strictSame(problems({ ...good, ...fault }), [problem])
})
