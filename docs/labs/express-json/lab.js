'use strict'

const path = require('node:path')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { number, percent, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial, scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')
const { fetchNode } = require('../../../scripts/lib/system/node-versions')

const server = (name) => labServer('express-json', name)
const targets = ['json', 'json-no-etag', 'string'].map(server)
const figures = [
  { name: 'rate', label: 'Req/Sec', unit: '', better: 'more' },
  { name: 'p99', label: 'p99', unit: 'ms' },
  { name: 'cpu', label: 'CPU time a request, µs', unit: '' }
]

const observe = ({ requests, latency, server }) => ({
  rate: requests.average,
  p99: latency.p99,
  cpu: server.cpu / requests.average * 1e6
})

const more = (mean, size) => mean(size, 'string', 'rate') / mean(size, 'json', 'rate')
const tagShare = (mean, size) => 1 - mean(size, 'json-no-etag', 'cpu') / mean(size, 'json', 'cpu')

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
    return { missing: `${err.message.split('\n')[0]}` }
  }
}

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'JSON in Express',
  question: 'How much faster is a string made once than res.json, and where does it come from?',
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
      title: 'The two steps alone, µs a call',
      targets: ['small', 'large'].map((object) => ({ name: object, file: path.join(__dirname, 'steps.js'), warmup: 0, env: { OBJECT: object } })),
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
      says: (mean) => `For {a: 1} the string answers ${ratio(more(mean, 'small'))} as many requests as res.json here, and ${ratio(more(mean, 'small24'))} on Node.js 24. The note has 1.8 ×: that is more than either.`,
      holds: (mean) => ['small', 'small24'].every((name) => more(mean, name) > 1 && more(mean, name) < 1.7)
    },
    {
      says: (mean) => `For 550 KB it answers ${ratio(more(mean, 'large'))} as many; the note has "300 %".`,
      holds: (mean) => more(mean, 'large') > 4
    },
    {
      says: (mean) => `Of the CPU time of res.json, the ETag takes ${percent(tagShare(mean, 'small'))} for {a: 1} and ${percent(tagShare(mean, 'large'))} for 550 KB.`,
      holds: (mean) => tagShare(mean, 'large') > 0.02
    },
    {
      says: (mean) => `Stringifying {a: 1} takes ${number(mean('steps', 'small', 'stringify'))} µs of the ${number(mean('small', 'json', 'cpu'))} µs of a request: for small objects the gain is not JSON.stringify, but all the rest that res.json does.`,
      holds: (mean) => mean('steps', 'small', 'stringify') < 0.1 * mean('small', 'json', 'cpu')
    }
  ]
}
