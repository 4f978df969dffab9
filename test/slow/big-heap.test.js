'use strict'

// A watch asks a large process nothing that would pause it for long, and says what it would cost.
// With this Node.js and the newest.

const path = require('node:path')
const t = require('tap')
const { startScript } = require('../helpers/project')
const { runServer, testEachNode, underLoad } = require('../helpers/running-server')
require('../helpers/without-tap-loader')

const SERVER = path.join(__dirname, '../reliability/servers/big-heap.js')
const FLAGS = ['--inspect-port=PORT', '--max-old-space-size=2000']

/** Starts a server with a heap of so many MB. */
async function start (t, node, megabytes) {
  const server = await runServer(SERVER, { node, args: [String(megabytes)], flags: FLAGS })
  t.teardown(server.stop)
  return server
}

/** Watches a server under load. */
async function watch ({ pid, url }, ...options) {
  const args = [String(pid), '--json', '--seconds', '5', ...options]
  const run = () => startScript('scripts/whyslow/bin/whyslow.js', args).outcome
  const { used: { code, stdout, stderr } } = await underLoad(url, run, { connections: 2 })
  return { code, stdout, stderr, ...JSON.parse(stdout || '{}') }
}

/** What it says of `--profile`, if it says something. */
const adviceOf = ({ untested }) => untested.find(({ option }) => option === 'profile')?.text

testEachNode(t, {
  async 'a small one is profiled' (t, node) {
    const diagnosis = await watch(await start(t, node, 10))
    t.equal(diagnosis.first.place.function, 'compute')
    t.equal(adviceOf(diagnosis), undefined)
    t.ok(diagnosis.paused > 1, `${diagnosis.paused} ms`)
  },
  async 'of a large one, only what is asked for pauses it' (t, node) {
    const server = await start(t, node, 300)
    await t.test('stacks are read, which name the same place', async (t) => {
      const diagnosis = await watch(server)
      t.equal(diagnosis.first.place.function, 'compute')
      t.match(adviceOf(diagnosis), / pauses .* for up to [12],\d00 ms$/)
      t.ok(diagnosis.paused < 10, `${diagnosis.paused} ms`)
    })
    await t.test('it is profiled if that is asked for, and announced', async (t) => {
      const diagnosis = await watch(server, '--profile')
      t.match(diagnosis.stderr, /^A CPU profile may pause process \d+ for up to [12],\d00 ms/m)
      t.equal(diagnosis.first.place.function, 'compute')
      t.equal(adviceOf(diagnosis), undefined)
      t.ok(diagnosis.paused > 10, `${diagnosis.paused} ms`)
    })
    await t.test('a snapshot that is too large is refused before anything pauses', async (t) => {
      const { code, stdout, stderr } = await watch(server, '--heap', '--collect')
      t.strictSame([code, stdout], [1, ''])
      t.match(stderr, /^whyslow: the heap of \d+ MB is too large for a snapshot: /m)
      t.notMatch(stderr, /garbage collections/)
    })
  }
}, 1)
