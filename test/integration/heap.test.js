'use strict'

// What holds a leak of a running process, by its heap; whyslow is run as a command.

const fs = require('node:fs')
const t = require('tap')
const { listProcesses } = require('../helpers/processes')
const { startScript } = require('../helpers/project')
const { runServer, underLoad } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
const LINKS = 20_000
// Each closure `isLater` keeps the order before, and shares its context with `total`.
const SERVER = `
let newest
function add (price) {
  const before = newest
  const isLater = () => before && before.at < newest.at
  newest = { at: Date.now(), lines: Array(price).fill(0.5), total: () => price }
  return isLater
}
for (let i = 0; i < ${LINKS}; i++) add(10)
require('node:http').createServer((req, res) => {
  add(3000)
  res.end(String(newest.total()))
}).listen(0, '127.0.0.1', function () {
  console.log('http://127.0.0.1:' + this.address().port)
})
`
t.setTimeout(300_000)
const test = (name, run) => t.test(name, { skip }, run)

/** Watches the server under load. @param {(command: any) => unknown} [onStart] */
async function watchHeap (t, onStart) {
  const { pid, url, stop } = await runServer(`${t.testdir({ 'orders.js': SERVER })}/orders.js`)
  t.teardown(stop)
  const args = [String(pid), '--seconds', '3', '--collect', '--heap']
  const { used } = await underLoad(url, async () => {
    const { child, outcome } = startScript('scripts/whyslow/bin/whyslow.js', args)
    await onStart?.(child)
    return await outcome
  }, { overallRate: 300 })
  return used
}

test('a chain of closures is a list, however long it is', async (t) => {
  const { code, stdout, stderr } = await watchHeap(t)
  t.equal(code, 3, stderr)
  t.match(stdout, /: memory leak\n[^]* held by +newest /)
  const [, links] = stdout.match(/a chain of ([\d,]+) objects/) ?? []
  t.ok(Number(links?.replaceAll(',', '')) > LINKS, stdout)
  t.match(stderr, /^forces 5 garbage collections, and pauses process \d+ .* at most \d+ ms$/m)
  t.match(stderr, /^takes two snapshots of the heap of .*B, and pauses .* at most [\d,]+ ms/m)
})

test('a search that is killed leaves the verdict', async (t) => {
  const { code, stdout, stderr } = await watchHeap(t, async ({ pid }) => {
    const searches = () => childrenOf(pid).filter(({ line }) => line.endsWith(' search '))
    t.ok(await waitUntil(() => searches().length > 0, 100_000), 'a search')
    process.kill(searches()[0].pid, 'SIGKILL')
  })
  t.equal(code, 3, stderr)
  t.match(stdout, /: memory leak\n[^]* doubt +what holds the memory was not found: the search/)
})

function childrenOf (pid) {
  const parentOf = (id) => {
    try {
      return Number(fs.readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')[1])
    } catch {
      return undefined // it has ended
    }
  }
  return listProcesses().filter((known) => parentOf(known.pid) === pid)
}
