'use strict'

// How long a watch pauses a process, by the size of its heap, as that process feels it.

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { watch } = require('whyslow')
const { integer } = require('../../../scripts/lib/cli/flags')
const { fetchNode } = require('../../../docs/labs/node-versions/fetch-node')
const { runServer, underLoad } = require('../../helpers/running-server')

const SERVER = path.join(__dirname, '../servers/big-heap.js')
const HEAPS = [20, 200, 650] // MB
const VERSIONS = ['20', '26']
const SECONDS = 10
const MOST = 250 // ms that a watch promises
const FLAGS = ['--inspect-port=PORT', '--max-old-space-size=4000']

async function run ({ rounds }, { onProgress, signal }) {
  const sizes = HEAPS.flatMap((megabytes) => VERSIONS.map((version) => ({ megabytes, version })))
  const trials = []
  for (const { megabytes, version } of sizes) {
    const { file: node } = await fetchNode(version, signal)
    const server = await runServer(SERVER, { node, args: [megabytes], flags: FLAGS, signal })
    try {
      const heap = { megabytes, version }
      await underLoad(server.url, () => measure(server, { heap, rounds, trials, signal }), {
        connections: 2
      })
    } finally {
      await server.stop()
    }
    onProgress(trials.length / (sizes.length * rounds * 3))
  }
  return { trials }
}

/** Counts the pauses of times without a watch, with one, and with one that takes a profile. */
async function measure ({ pid, url }, { heap, rounds, trials, signal }) {
  const ways = {
    without: () => sleep(SECONDS * 1000, undefined, { signal }),
    watch: () => watch({ pid }, { seconds: SECONDS, signal }),
    profile: () => watch({ pid }, { seconds: SECONDS, profile: true, signal })
  }
  const readPauses = async () => (await fetch(`${url}/pauses`)).json()
  for (let round = 0; round < rounds; round++) {
    for (const [way, use] of Object.entries(ways)) {
      await readPauses()
      const { paused: told = 0, first } = await use() ?? {}
      const pauses = await readPauses()
      trials.push({ ...heap, way, told, pauses, verdict: first?.verdict })
    }
  }
}

function report ({ trials }) {
  const lines = []
  for (const { megabytes, version } of trials.filter(({ way }) => way === 'without')) {
    const label = `heap of ${megabytes} MB, Node.js ${version}`
    if (lines.some(([known]) => known === label)) continue
    const isOf = (trial) => trial.megabytes === megabytes && trial.version === version
    const mostOf = (wanted) => Math.round(Math.max(...trials.filter(isOf)
      .filter(({ way }) => way === wanted)
      .map(({ pauses }) => pauses.reduce((sum, pause) => sum + pause, 0))))
    const text = `without a watch ${mostOf('without')} ms, with one ${mostOf('watch')} ms, ` +
      `with --profile ${mostOf('profile')} ms`
    lines.push([label, text, mostOf('watch') > MOST])
  }
  return lines
}

module.exports = {
  summary: 'Measures for how long a watch by whyslow pauses a process.',
  flags: { rounds: integer(1, Infinity, 'watches of each heap', 3) },
  run,
  report
}
