'use strict'

// Conditional requests as properties: whatever clients ask, in whatever order, across minutes and restarts.

const path = require('node:path')
const fc = require('fast-check')
const t = require('tap')
const { find } = require('../scripts/lib/contenders')
const { request } = require('../scripts/lib/http')
const { startServer } = require('../scripts/lib/server')
const { ROOT } = require('./helpers/project')

const CLOCK = path.join(ROOT, 'scripts/lib/clock.js')
const CLIENTS = 3

/** What happens: a client asks without or with the tag it holds (in some form), a minute passes, the server starts anew. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ client: fc.nat(CLIENTS - 1), form: fc.constantFrom('none', 'tag', 'weak', 'list') }) },
  { weight: 2, arbitrary: fc.constant('minute') },
  { weight: 1, arbitrary: fc.constant('restart') }
)
const history = fc.array(event, { minLength: 5, maxLength: 25 })

const forms = {
  none: () => ({}),
  tag: (tag) => ({ 'If-None-Match': tag }),
  weak: (tag) => ({ 'If-None-Match': `W/${tag}` }),
  list: (tag) => ({ 'If-None-Match': `"other", ${tag}` })
}

/**
 * Plays a history.
 *
 * @returns {Promise<string[]>} the promises that were broken
 */
async function play (contender, events) {
  const start = () => startServer(contender, { execArgv: ['--require', CLOCK] })
  let server = await start()
  const clients = Array.from({ length: CLIENTS }, () => ({ tag: undefined, body: undefined }))
  const bytes = new Map() // by tag
  const broken = []

  function keep ({ status, headers, body }, client) {
    if (status !== 200) return
    const { etag } = headers
    const text = String(body)
    if (etag && (bytes.get(etag) ?? text) !== text) broken.push('equal tags, other bytes')
    if (etag) bytes.set(etag, text)
    if (client) Object.assign(client, { tag: etag, body: text })
  }

  try {
    for (const event of events) {
      if (event === 'minute') {
        await server.ask('a minute later')
      } else if (event === 'restart') {
        await server.stop()
        server = await start()
      } else {
        const client = clients[event.client]
        const answer = await request(server.url, { headers: client.tag ? forms[event.form](client.tag) : {} })
        const held = client.body
        keep(answer, client)
        if (answer.status !== 304) continue
        const now = await request(server.url)
        if (String(now.body) !== held) broken.push('a 304 for a stale copy')
        keep(now)
      }
    }
    return broken
  } finally {
    await server.stop()
  }
}

const kept = (contender) => fc.asyncProperty(history, async (events) => (await play(contender, events)).length === 0)
const MINUTE_TURNS = [{ client: 0, form: 'none' }, { client: 0, form: 'none' }, 'minute', { client: 0, form: 'none' }, { client: 0, form: 'none' }]

t.test('optimized keeps its promises', async (t) => {
  await fc.assert(kept(find('optimized')), { numRuns: 15, examples: [[MINUTE_TURNS]] })
  t.pass()
})

for (const stage of ['slow', 'fast']) {
  t.test(`${stage} does not: the same properties find it`, async (t) => {
    const { failed, counterexample } = await fc.check(kept(find(stage)), { numRuns: 15, examples: [[MINUTE_TURNS]] })
    t.equal(failed, true)
    t.strictSame(await play(find(stage), counterexample[0]), ['equal tags, other bytes'])
  })
}
