'use strict'

const { labServer } = require('../../../scripts/lib/contenders')
const { number, percent, ratio } = require('../../../scripts/lib/format')
const { load, script } = require('../../../scripts/lib/labs/trials')

const server = (name) => labServer('express-json', name)
const contenders = ['json', 'json-no-etag', 'string'].map(server)
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

/** @type {import('../../../scripts/lib/labs/lab').Lab} */
module.exports = {
  title: 'JSON in Express',
  question: 'res.json against a string made once: how much is it, and where does it come from?',
  defaults: { runs: 6, duration: 3 },

  experiments: ({ duration }) => [
    {
      name: 'small',
      title: 'The object {a: 1}',
      contenders,
      trial: load({ path: '/small', connections: 100, duration }, observe),
      figures,
      source: { name: 'the note', figures: { json: '190K in 11 s', string: '350K in 11 s (+80 %)' } }
    },
    {
      name: 'large',
      title: 'An object of 550 KB',
      contenders,
      trial: load({ path: '/large', connections: 10, duration }, observe),
      figures,
      source: { name: 'the note', figures: { string: '"300 %"' } }
    },
    {
      name: 'steps',
      title: 'The two steps alone, µs a call',
      contenders: ['small', 'large'].map((object) => ({ ...server('steps'), name: object, env: { OBJECT: object } })),
      trial: script(),
      figures: [
        { name: 'stringify', label: 'JSON.stringify, and to bytes', unit: '' },
        { name: 'etag', label: 'the ETag of the text', unit: '' }
      ],
      runs: 3
    }
  ],

  conclusions: [
    {
      says: (mean) => `The string is ${ratio(more(mean, 'small'))} res.json for {a: 1}, where the note has 1.8 ×, and ${ratio(more(mean, 'large'))} for 550 KB, where the note has "300 %".`,
      holds: (mean) => more(mean, 'small') > 1.1 && more(mean, 'large') > more(mean, 'small')
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
