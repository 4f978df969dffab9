'use strict'

// A server that a test starts by hand, as somebody else would.

const { once } = require('node:events')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { isDeepStrictEqual } = require('node:util')
const autocannon = require('autocannon')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { findFreePort } = require('../../docs/labs/free-port')
const { startProcess } = require('../../scripts/lib/server/process')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { waitUntil } = require('./wait')

const LIMIT = 15_000 // ms until it is as before
const FLAGS = ['--inspect-port=PORT']
const skip = process.platform !== 'linux' && 'it reads /proc'

/** Starts a server that prints its URL. `PORT` in a flag is the port for its inspector. */
async function runServer (file, options = {}) {
  const { node = process.execPath, flags = FLAGS, args = [], wrapper = [], env, signal } = options
  const port = await findFreePort()
  const given = flags.map((flag) => flag.replace('PORT', String(port)))
  const { child, ended, kill, stderr } = startProcess([...wrapper, node, ...given, file, ...args], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
    signal
  })
  const died = ended.then(() => {
    signal?.throwIfAborted()
    throw new Error(`it died: ${stderr()}`)
  })
  died.catch(() => {})
  let stdout = ''
  child.stdout.on('data', (text) => { stdout += text })
  const urls = () => stdout.match(/http:\/\/[^/\s]+/)
  while (!urls()) await Promise.race([once(child.stdout, 'data'), died])
  const listening = () => portsOf(child.pid).listening
  const before = listening()

  async function stop () {
    kill()
    await ended
  }

  /** Whether it listens as before, after a while, and nowhere else. */
  function isAsBefore () {
    return waitUntil(() => isDeepStrictEqual(listening(), before), LIMIT)
  }

  return { child, pid: child.pid, url: urls()[0], port, stderr, listening, isAsBefore, stop }
}

/** Starts a server of this code, which is killed with the test. */
async function runCode (t, code, options) {
  const folder = t.testdir({ 'server.js': code })
  const server = await runServer(path.join(folder, 'server.js'), options)
  t.teardown(server.stop)
  return { ...server, folder }
}

/**
 * Runs the same tests, which have names, so many at a time, with this Node.js. With WEEKLY=1,
 * which a weekly workflow sets, also with the newest.
 */
function testEachNode (t, tests, jobs = 3) {
  function testAll (t, node) {
    for (const [name, use] of Object.entries(tests)) {
      t.test(name, { buffered: true, timeout: 120_000 }, (t) => use(t, node))
    }
  }
  t.test('this Node.js', { skip, jobs }, async (t) => testAll(t, process.execPath))
  if (!process.env.WEEKLY) return
  t.test('Node.js 26', { skip, jobs }, async (t) => testAll(t, (await fetchNode('26')).file))
}

/**
 * Loads a server until `use` is done, and gives what it returns, and how many requests failed. It
 * gets a function that counts the answers.
 */
async function underLoad (url, use, { connections = 10, age = 300, ...options } = {}) {
  const load = autocannon({ url, connections, duration: 600, timeout: 60, ...options })
  let answers = 0
  load.on('response', () => { answers++ })
  try {
    await sleep(age)
    const used = await use(() => answers)
    load.stop()
    const { errors, non2xx } = await load
    return { used, failed: errors + non2xx }
  } finally {
    load.stop()
  }
}

module.exports = { runCode, runServer, skip, testEachNode, underLoad }
