'use strict'
/* eslint no-template-curly-in-string: "off" -- templates of the stages are replaced */

// Which goals of the contract the stages and the steps miss, and wrong fixes that look right. Speed
// is left out.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { contract } = require('../../scripts/lib/exercise/contract')
const { copyVersion, optimisationNames, versionOf } = require('../../scripts/lib/exercise/exercise')
const { observe } = require('../../scripts/lib/exercise/visit')
const { matchExpected } = require('../helpers/expected')
const { copyPatched, readText } = require('../helpers/project')

t.jobs = 2 // half of the time they wait

const slow = (patch, ...changes) => ({ code: 'slow', patch: `docs/steps/${patch}.patch`, changes })
const fast = (...changes) => ({ code: 'fast', changes })
const optimized = (...changes) => ({ code: 'optimized', changes })

// A change: in a file, a text becomes another.
const CONSTANT_TAG = ['index.js', '`"${content.id}-${ts}"`', '`constant`']
const WEAK_TAG = ['index.js', '`"${content.id}-${ts}"`', '`W/"${content.id}-${ts}"`']
const OTHER_TAGS = ['index.js', '`"${content.id}-${ts}"`', '`"${Math.random()}"`']
const ANY_304 = ['util.js', "header === '*'", "header !== ''"]
const NO_URL = ['index.js', '"url":${JSON.stringify(req.url)},', '']
const MUTE = ['util.js', "'use strict'", "require('node:events').defaultMaxListeners = 0"]
const limitOf = (limit) => ['util.js', 'Attached = true', `Attached = true; server.${limit}`]
const NO_LISTENER = ['util.js', 'attachAfterEvent(this)\n', '']
const ONCE = ['util.js', 'server.on(', 'server.once(']
const REMOVING = ['util.js', 'server.on(', "server.removeAllListeners('after').on("]
const LESS_CACHED = ['util.js', 'max-age=120', 'max-age=60']
const ANY_PATH = ['util.js', "url === '/seed/v1'", 'url']
const UPGRADE = ['index.js', "server.server.removeAllListeners('upgrade')",
  "server.server.on('upgrade', (req, socket) => socket.end('HTTP/1.1 501 No\\r\\n\\r\\n'))"]
const NO_ALLOW = ['index.js', 'module.exports = server',
  "server.on('MethodNotAllowed', (q, res, err, next) => res.removeHeader('Allow') ?? next())"]
const ERROR_TEXT = ['index.js', "'application/json'", "'text/plain'"]

const variants = {
  slow: { code: 'slow', changes: [] },
  'fast with a higher limit of listeners': fast(limitOf('setMaxListeners(20)')),
  optimized: optimized(),
  'fast with a mute, a listener for one request, a shorter time in caches, and any path':
    fast(MUTE, ONCE, LESS_CACHED, ANY_PATH),
  'fast with a mute of the server alone, and Upgrade requests that are taken':
    fast(limitOf('setMaxListeners(0)'), UPGRADE),
  'fast without a call of attachAfterEvent, and with errors as text': fast(NO_LISTENER, ERROR_TEXT),
  'slow with a listener that is called once, for each request': slow('warn', ONCE),
  'slow with all listeners removed before one is added': slow('warn', REMOVING),
  'fast that does not export its server, and a 405 that does not say what is allowed':
    fast(NO_ALLOW),
  'optimized with a constant tag without quotes, and a 304 for every tag':
    optimized(CONSTANT_TAG, ANY_304),
  'optimized with a weak tag': optimized(WEAK_TAG),
  'optimized with a tag of its own for every response, and a body without url':
    optimized(OTHER_TAGS, NO_URL),
  'slow with the naive 304': slow('naive')
}

/** Tags are random: SHA-512, UUID or number. */
const withoutTag = (text) =>
  text.replace(/"0\.\d+["…]/, '"…').replace(/(?<=[ "/])[0-9a-f-]{11,20}…/, '…')

/** A target with this code. */
function makeExercise (t, { code, patch, changes }) {
  const folder = copyPatched(t, code, patch)
  for (const [name, text, by] of changes) {
    const file = path.join(folder, name)
    const source = fs.readFileSync(file, 'utf8')
    if (!source.includes(text)) throw new Error(`no "${text}" to replace`)
    fs.writeFileSync(file, source.replace(text, () => by))
  }
  return targetIn(folder)
}

function targetIn (folder) {
  return { name: 'exercise', file: path.join(folder, 'index.js'), path: '/seed/v1', warmup: 0 }
}

/** What is wrong with a server, by goal. */
async function findFaults (target) {
  const observed = await observe(target)
  const faults = []
  for (const [goal, { findFault }] of Object.entries(contract)) {
    const fault = goal !== 'speed' && findFault(observed)
    if (fault) faults.push([goal, withoutTag(fault)])
  }
  return faults
}

t.test('the goals that each server misses', async (t) => {
  let text = ''
  for (const [name, code] of Object.entries(variants)) {
    text += `${name}\n`
    for (const fault of await findFaults(makeExercise(t, code))) text += `  ${fault.join(': ')}\n`
  }
  matchExpected(t, 'contract', text)
})

const steps = optimisationNames()
for (const name of steps) {
  t.test(`${name}, on the way from fast to optimized, keeps what fast promises`, async (t) => {
    const folder = copyPatched(t, 'fast')
    copyVersion(versionOf(name), folder)
    const goals = (await findFaults(targetIn(folder))).map(([goal]) => goal)
    t.strictSame(goals.filter((goal) => contract[goal].chapter <= 7), [])
    if (name !== steps.at(-1)) return
    for (const file of ['index.js', 'util.js']) {
      t.equal(fs.readFileSync(path.join(folder, file), 'utf8'),
        readText(`optimized/${file}`), 'the last step is optimized, byte for byte')
    }
  })
}

t.test('a request without an answer is an error, after a limit', async (t) => {
  const exercise = makeExercise(t, fast(['util.js', 'attachAfterEvent(this)', 'return']))
  const signal = AbortSignal.timeout(30_000) // else a broken limit would never end
  const { message } = await t.rejects(observe(exercise, { limit: 300, signal }))
  t.match(message, /^exercise leaves a request without an answer /)
  const reason = new Error('interrupted')
  t.equal(await t.rejects(observe(exercise, { signal: AbortSignal.abort(reason) })), reason)
})

t.test('the fixed exercise needs a twentieth of the CPU time at most', async (t) => {
  const find = (exercise) => contract.speed.findFault({ costs: { slow: 5000, exercise } })
  t.equal(find(330), '0.33 ms, in slow 5 ms')
  t.equal(find(250), undefined)
})
