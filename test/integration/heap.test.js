'use strict'

// A search for what holds a leak fails by itself; whyslow is run as a command.

const fs = require('node:fs')
const t = require('tap')
const { startScript } = require('../helpers/project')
const { listProcesses } = require('../helpers/processes')
const { runCode, skip, underLoad } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const SERVER = `const kept = []
require('node:http').createServer((req, res) => {
  kept.push(Array(3000).fill(0.5))
  res.end('ok')
}).listen(0, '127.0.0.1', function () {
  console.log('http://127.0.0.1:' + this.address().port)
})
`

/** @returns {number} the parent of a process; undefined if it has ended */
function parentOf (pid) {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1])
  } catch {}
}

/** Kills the search of a command, unless that ends without one. */
async function killSearch (child) {
  let search
  await waitUntil(() => {
    const searches = listProcesses().filter(({ line }) => line.endsWith(' search '))
    search = searches.find((found) => parentOf(found.pid) === child.pid)
    return search || child.exitCode !== null
  }, 100_000)
  if (search) process.kill(search.pid, 'SIGKILL')
}

t.test('a search that is killed leaves the verdict', { skip, timeout: 300_000 }, async (t) => {
  const { pid, url } = await runCode(t, SERVER)
  const { used: { code, stdout, stderr } } = await underLoad(url, async () => {
    const args = [String(pid), '--seconds', '3', '--collect', '--heap']
    const { child, outcome } = startScript('scripts/whyslow/bin/whyslow.js', args)
    await killSearch(child)
    return await outcome
  }, { overallRate: 150 })
  t.equal(code, 3, stderr)
  const failed = /: memory leak\n[^]* doubt +what holds the memory was not found: the search/
  t.match(stdout, failed)
  t.match(stderr, /^Forcing 5 garbage collections\. Each pauses process \d+ .* [\d,]+ ms$/m)
  t.match(stderr, /^Taking two snapshots of the heap of .*B\. Each pauses .* up to [\d,]+ ms/m)
})
