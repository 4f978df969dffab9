'use strict'

const path = require('node:path')
const { compareRates } = require('../rates')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { number, percent, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial, scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')
const { fetchNode } = require('../../../scripts/lib/system/node-versions')

const targets = ['json', 'json-no-etag', 'string'].map((name) => labServer('express-json', name))
const figures = [
  { name: 'rate', label: 'Req/Sec', unit: '', better: 'higher' },
  { name: 'p99', label: 'p99', unit: 'ms' },
  { name: 'cpu', label: 'CPU time per request, µs', unit: '' }
]

const observe = ({ requests, latency, cpuPerRequest }) => ({
  rate: requests.average,
  p99: latency.p99,
  cpu: cpuPerRequest
})

const NOTE = { small: 1.8, large: 4 } // ratio of the rates; "300 %" for the large object is 4 × at most
const stringToJson = (mean, experiment) => compareRates(mean, experiment, 'string', 'json')
const formatRate = ({ prefix, ratio: value }) => `${prefix}${ratio(value)}`
const etagShare = (mean, experiment) => 1 - mean(experiment, 'json-no-etag', 'cpu') / mean(experiment, 'json', 'cpu')
const stringify = (mean) => mean('steps', 'small', 'stringify')
const savedCpu = (mean) => mean('small', 'json', 'cpu') - mean('small', 'string', 'cpu')

const small = (name, title, duration) => ({
  name,
  title,
  targets,
  trial: loadTrial({ path: '/small', connections: 100, duration }, observe),
  figures,
  source: { name: 'the note', figures: { json: '190K in 11 s', string: '350K in 11 s (+80 %)' } }
})

async function underNode24 (signal) {
  try {
    const { file, version } = await fetchNode('24', signal)
    return { targets: targets.map((target) => ({ ...target, node: file })), note: `Node.js ${version}.` }
  } catch (err) {
    if (signal.aborted || !(err instanceof UserError)) throw err
    return { skipReason: err.message.split('\n')[0] }
  }
}

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'JSON in Express',
  question: 'How much faster is a string made once than res.json, and where does the gain come from?',
  defaults: { runs: 6, duration: 3 },

  experiments: async ({ duration, signal }) => [
    small('small', 'The object {a: 1}', duration),
    { ...small('small24', 'The object {a: 1}, on Node.js 24', duration), ...await underNode24(signal) },
    {
      name: 'large',
      title: 'An object of 550 KB',
      targets,
      trial: loadTrial({ path: '/large', connections: 10, duration }, observe),
      figures,
      source: { name: 'the note', figures: { string: '"300 %"' } }
    },
    {
      name: 'steps',
      title: 'The two steps alone, µs per call',
      targets: ['small', 'large'].map((object) =>
        ({ name: object, file: path.join(__dirname, 'steps.js'), warmup: 0, env: { OBJECT: object } })),
      trial: scriptTrial(),
      figures: [
        { name: 'stringify', label: 'JSON.stringify, and to bytes', unit: '' },
        { name: 'etag', label: 'the ETag of the text', unit: '' }
      ],
      runs: 3
    }
  ],

  conclusions: [
    {
      claim: (mean, { node }) => `For {a: 1} the string answers ${formatRate(stringToJson(mean, 'small'))} as many ` +
        `requests as res.json on Node.js ${node}, and ${formatRate(stringToJson(mean, 'small24'))} on Node.js 24. ` +
        `The note's ${ratio(NOTE.small)} is more than either.`,
      holds: (mean) => ['small', 'small24'].map((name) => stringToJson(mean, name))
        .every(({ low, high }) => low > 1 && high < NOTE.small)
    },
    {
      claim: (mean) => `For 550 KB the string answers ${formatRate(stringToJson(mean, 'large'))} as many requests, ` +
        `more than the note's "300 %", which is ${ratio(NOTE.large)} at most.`,
      holds: (mean) => stringToJson(mean, 'large').low > NOTE.large
    },
    {
      claim: (mean) => `The ETag costs CPU time at both sizes: ${percent(etagShare(mean, 'small'))} of that of ` +
        `res.json for {a: 1}, ${percent(etagShare(mean, 'large'))} for 550 KB.`,
      holds: (mean) => ['small', 'large'].every((name) => etagShare(mean, name) > 0.02)
    },
    {
      claim: (mean) => `For {a: 1} the string saves ${number(savedCpu(mean))} µs of CPU time per request. ` +
        `JSON.stringify is only ${number(stringify(mean))} µs of that: the gain is the rest of what res.json does.`,
      holds: (mean) => stringify(mean) < 0.1 * savedCpu(mean)
    }
  ]
}
