'use strict'

const path = require('node:path')
const { labServer } = require('../../../scripts/lib/server/targets')
const { cpu, needsMoreCpu, p99, rate, runScript } = require('../figures')
const { fetchNode } = require('../node-versions/fetch-node')

const OLDER = '20' // the version whose V8 makes Express several times as expensive

const names = ['json', 'json-no-etag', 'string']
const small = names.map((name) => labServer('express-json', name))
const figures = [cpu, rate, p99]

const steps = (object) => ({
  name: object,
  file: path.join(__dirname, 'steps.js'),
  env: { OBJECT: object }
})

async function prepareOlder ({ signal }) {
  const { file, version } = await fetchNode(OLDER, signal)
  const targets = small.map((server) => ({ ...server, node: file }))
  return { targets, note: `Node.js ${version}.` }
}

module.exports = {
  title: 'JSON in Express',
  question: 'How much CPU time does a string made once save over res.json, and where does the ' +
    'gain come from?',
  runs: 4,
  duration: 2,
  parts: [
    {
      name: 'small',
      title: 'The object {a: 1}',
      targets: small,
      load: { connections: 100 },
      figures,
      claims: [
        needsMoreCpu('json', 'string',
          'For {a: 1}, res.json needs more CPU time than the string'),
        needsMoreCpu('json', 'json-no-etag', 'For {a: 1}, the ETag costs CPU time')
      ]
    },
    {
      name: 'small20',
      title: `The object {a: 1}, on Node.js ${OLDER}`,
      prepare: prepareOlder,
      load: { connections: 100 },
      figures,
      claims: [
        needsMoreCpu('json', 'string',
          `On Node.js ${OLDER}, too, res.json needs more CPU time than the string`)
      ]
    },
    {
      name: 'large',
      title: 'An object of 550 KB',
      targets: small.map((server) => ({ ...server, path: '/large' })),
      load: { connections: 10 },
      figures,
      claims: [
        needsMoreCpu('json', 'string',
          'For 550 KB, the string saves more than the note\'s "300 %", which is 4 × at most', 4),
        needsMoreCpu('json', 'json-no-etag', 'For 550 KB, the ETag costs CPU time')
      ]
    },
    {
      name: 'steps',
      title: 'The two steps alone, per call',
      targets: [steps('small'), steps('large')],
      measure: runScript,
      figures: [
        { name: 'stringify', label: 'JSON.stringify, and to bytes', unit: 'µs' },
        { name: 'etag', label: 'the ETag of the text', unit: 'µs' }
      ]
    }
  ]
}
