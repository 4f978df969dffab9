'use strict'

// Faults whose cause only the program can tell: who fills an agent, what nobody reads, what a
// socket does not take, which route stalls the others. And what looks like them, but is healthy.

const path = require('node:path')
const t = require('tap')
const { watch } = require('whyslow')
const { ROOT } = require('../../helpers/project')
const { runServer, underLoad } = require('../../helpers/running-server')
require('../../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
const FILE = path.join(ROOT, 'test/fixtures/jobs/causes.js')
const AGENT = 'requests-wait-for-a-free-socket-of-an-agent'
const STALLED = 'event-loop-stalled-by-a-job-beside-the-requests'
const QUEUE = 'requests-queue-for-something-that-serves-a-few-at-a-time'
const FAULTS = {
  'unread answers': [AGENT, /nobody reads .* to GET \/ping$/],
  'few sockets': [QUEUE, /2 calls at once to localhost:\d+ and never more/],
  'writes without drain': ['memory-leak', /wait in the socket to localhost:\d+/],
  'a rare route': [STALLED, /by requests of GET \/metrics$/]
}
const LOOK_ALIKES = ['enough sockets', 'writes that are taken', 'a rare route that is quick']

t.jobs = 2 // most of the time they wait

async function watchServer (t, kind) {
  const { pid, url, stop } = await runServer(FILE, { args: [kind] })
  t.teardown(stop)
  const load = { overallRate: 300, connections: 30 }
  const { used } = await underLoad(url, () => watch({ pid }, { seconds: 8 }), load)
  return used
}

for (const [kind, [id, figure]] of Object.entries(FAULTS)) {
  t.test(kind, { skip, buffered: true }, async (t) => {
    const { first, others } = await watchServer(t, kind)
    const found = [first, ...others].find((finding) => finding.id === id)
    t.match(found?.figure, figure, `${first.verdict}: ${first.figure}`)
  })
}

for (const kind of LOOK_ALIKES) {
  t.test(kind, { skip, buffered: true }, async (t) => {
    const { outcome, first } = await watchServer(t, kind)
    t.not(outcome, 'fault', `${first.verdict}: ${first.figure}`)
  })
}
