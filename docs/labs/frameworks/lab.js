'use strict'

const { compareRates } = require('../rates')
const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { percent, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial } = require('../../../scripts/lib/experiments/lab-trials')

const server = (name) => labServer('frameworks', name)
const observe = ({ requests, latency, cpuPerRequest }) => ({
  rate: requests.average,
  p99: latency.p99,
  cpu: cpuPerRequest
})
const figures = [
  { name: 'rate', label: 'Req/Sec', unit: '', better: 'higher' },
  { name: 'p99', label: 'p99', unit: 'ms' },
  { name: 'cpu', label: 'CPU time per request, µs', unit: '', better: 'lower' }
]

const ROUTES = { json: 'An object as JSON', text: 'A plain text', error: 'A thrown error' }
const routeExperiment = (path, duration) => ({
  name: path,
  title: ROUTES[path],
  targets: [{ ...server('routes-express'), name: 'express' }, { ...server('routes-fastify'), name: 'fastify' }],
  trial: loadTrial({ path: `/${path}`, connections: 100, duration }, observe),
  figures,
  runs: 4
})

const toRestify = (mean) => compareRates(mean, 'seed', 'fastify', 'restify')
const toHttp = (mean) => compareRates(mean, 'seed', 'fastify', 'http')
const toExpress = (mean, path) => compareRates(mean, path, 'fastify', 'express')
const formatRate = ({ prefix, ratio: value }) => `${prefix}${ratio(value)}`
const cpuRatio = (mean) => mean('seed', 'fastify', 'cpu') / mean('seed', 'restify', 'cpu')

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'The same answer from four frameworks',
  question: 'What does a framework cost, when all of them send the same bytes?',
  defaults: { runs: 6, duration: 3 },

  experiments: ({ duration }) => [
    {
      name: 'seed',
      title: 'GET /seed/v1, as optimized answers it',
      targets: [
        { ...findTarget('optimized'), name: 'restify' }, // the stage itself
        server('express'),
        server('fastify'),
        server('http')
      ],
      trial: loadTrial({ connections: 100, duration }, observe),
      figures,
      source: { name: 'the article, 2018', figures: { fastify: '17 % faster than restify' } }
    },
    ...Object.keys(ROUTES).map((path) => routeExperiment(path, duration))
  ],

  conclusions: [
    {
      claim: (mean) => `Fastify is faster than restify: it answers ${formatRate(toRestify(mean))} as many requests, ` +
        `with ${ratio(cpuRatio(mean))} the CPU time for each. The article has 1.17 ×.`,
      holds: (mean) => toRestify(mean).low > 1 && cpuRatio(mean) < 1
    },
    {
      claim: (mean) => 'Fastify costs at most a tenth of the throughput of node:http: ' +
        `it reaches ${toHttp(mean).prefix}${percent(toHttp(mean).ratio)}.`,
      holds: (mean) => toHttp(mean).low >= 0.9
    },
    {
      claim: (mean) => `Fastify answers more requests than Express: ${formatRate(toExpress(mean, 'json'))} as many ` +
        `for JSON, ${formatRate(toExpress(mean, 'text'))} for text, ` +
        `${formatRate(toExpress(mean, 'error'))} for errors.`,
      holds: (mean) => Object.keys(ROUTES).every((path) => toExpress(mean, path).low > 1.2)
    }
  ]
}
