'use strict'

const path = require('node:path')
const { ROOT } = require('../../../scripts/lib/cli/project')
const { copyVersion, optimisationNames, versionOf } =
  require('../../../scripts/lib/exercise/exercise')
const { temporaryFolder } = require('../../../scripts/lib/server/process')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { cpu, needsMoreCpu } = require('../figures')

const user = {
  name: 'user',
  label: 'outside the kernel',
  unit: 'µs',
  compared: true,
  read: ({ server, requests }) => server.userTime / requests.total
}
const measured = { load: { connections: 100 }, figures: [cpu, user], stepwise: true }

/** Makes servers of versions of the exercise, in a folder that goes with this process. */
function makeServers (versions) {
  const { folder } = temporaryFolder(path.join(ROOT, 'exercise.prices-')) // finds restify
  return Object.entries(versions).map(([name, version]) => {
    const copy = path.join(folder, name)
    copyVersion(version, copy)
    return { ...findTarget('fast'), name, file: path.join(copy, 'index.js') }
  })
}

async function prepareSteps () {
  const versions = {}
  for (const name of optimisationNames()) versions[name] = versionOf(name)
  const [optimized, baseline] = ['optimized', 'baseline'].map((name) => findTarget(name))
  return { targets: [findTarget('fast'), ...makeServers(versions), optimized, baseline] }
}

// The patches of these two steps change different files, so either can come first.
async function prepareExchanged () {
  const buffer = versionOf('buffer')
  const { patches } = versionOf('server')
  const [headers, server] = patches.slice(-2)
  const targets = makeServers({
    buffer,
    server: { ...buffer, patches: [...buffer.patches, server] },
    headers: { ...buffer, patches: [...buffer.patches, server, headers] }
  })
  return { targets }
}

module.exports = {
  title: 'The price of each change',
  question: 'Which of the changes from fast to optimized gains the most, and which gains nothing?',
  runs: 14,
  duration: 2,
  parts: [
    {
      ...measured,
      name: 'steps',
      title: 'From fast to optimized, and to node:http alone',
      prepare: prepareSteps,
      claims: [
        needsMoreCpu('fast', 'optimized',
          'fast needs more than twice the CPU time of optimized', 2),
        needsMoreCpu('optimized', 'baseline',
          'optimized still needs more CPU time than node:http alone')
      ]
    },
    {
      ...measured,
      name: 'exchanged',
      title: 'Two steps exchanged: first no Server header, then one writeHead',
      prepare: prepareExchanged
    }
  ]
}
