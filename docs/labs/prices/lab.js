'use strict'

const path = require('node:path')
const { ROOT } = require('../../../scripts/lib/cli/project')
const { copyVersion, optimisationNames, versionOf } =
  require('../../../scripts/lib/exercise/exercise')
const { temporaryFolder } = require('../../../scripts/lib/server/watchdog')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { cpu } = require('../figures')

const LOAD = { connections: 100 }
const user = {
  name: 'user',
  label: 'outside the kernel',
  unit: 'µs',
  compared: true,
  read: ({ server, requests }) => server.userTime / requests.total
}

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
  const servers = makeServers(versions)
  return { targets: [findTarget('fast'), ...servers, findTarget('baseline')] }
}

// The patches of these two steps change different files, so either can come first.
async function prepareExchanged () {
  const buffer = versionOf('buffer')
  const [headers, server] = versionOf('server').patches.slice(-2)
  const targets = makeServers({
    buffer,
    server: { ...buffer, patches: [...buffer.patches, server] },
    headers: { ...buffer, patches: [...buffer.patches, server, headers] }
  })
  return { targets }
}

module.exports = {
  title: 'What each change of optimized gains',
  question: 'Which of the changes from fast to optimized gains the most, and which gains nothing?',
  runs: 20,
  duration: 3,
  parts: [
    {
      name: 'steps',
      title: 'From fast to optimized, and to node:http',
      prepare: prepareSteps,
      load: LOAD,
      figures: [cpu, user],
      stepwise: true,
      claims: [
        {
          claim: 'With all changes, a request costs less than half the CPU time of fast',
          ratio: ['correct', 'fast', 'cpu'],
          below: 0.5
        },
        {
          claim: 'The changes leave CPU time that node:http does not need',
          ratio: ['correct', 'baseline', 'cpu'],
          above: 1
        }
      ]
    },
    {
      name: 'exchanged',
      title: 'The same, with two steps exchanged: no Server header, then one writeHead',
      prepare: prepareExchanged,
      load: LOAD,
      figures: [cpu, user],
      stepwise: true
    }
  ]
}
