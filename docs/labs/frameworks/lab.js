'use strict'

const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { percent, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial } = require('../../../scripts/lib/experiments/lab-trials')

const server = (name) => labServer('frameworks', name)
const observe = ({ requests, latency, server }) => ({
  rate: requests.average,
  p99: latency.p99,
  cpu: server.cpu / requests.average * 1e6
})
const figures = [
  { name: 'rate', label: 'Req/Sec', unit: '', better: 'more' },
  { name: 'p99', label: 'p99', unit: 'ms' },
  { name: 'cpu', label: 'CPU time a request, µs', unit: '', better: 'less' }
]

const route = (path, title, duration) => ({
  name: path,
  title,
  targets: [{ ...server('routes-express'), name: 'express' }, { ...server('routes-fastify'), name: 'fastify' }],
  trial: loadTrial({ path: `/${path}`, connections: 100, duration }, observe),
  figures,
  runs: 4
})

const rates = (mean, experiment, a, b) => mean(experiment, a, 'rate') / mean(experiment, b, 'rate')
const work = (mean, experiment, a, b) => mean(experiment, a, 'cpu') / mean(experiment, b, 'cpu')

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
    route('json', 'An object as JSON', duration),
    route('text', 'A plain text', duration),
    route('error', 'An error that is thrown', duration)
  ],

  conclusions: [
    {
      says: (mean) => `Fastify answers ${ratio(rates(mean, 'seed', 'fastify', 'restify'))} as many requests as restify, with ${ratio(work(mean, 'seed', 'fastify', 'restify'))} the CPU time for each; the article has 1.17 ×.`,
      holds: (mean) => work(mean, 'seed', 'fastify', 'restify') < 1
    },
    {
      says: (mean) => `Fastify reaches ${percent(rates(mean, 'seed', 'fastify', 'http'))} of the throughput of node:http.`,
      holds: (mean) => rates(mean, 'seed', 'fastify', 'http') >= 0.9
    },
    {
      says: (mean) => `Fastify against Express: ${ratio(rates(mean, 'json', 'fastify', 'express'))} for JSON, ${ratio(rates(mean, 'text', 'fastify', 'express'))} for text, ${ratio(rates(mean, 'error', 'fastify', 'express'))} for errors.`,
      holds: (mean) => ['json', 'text', 'error'].every((path) => rates(mean, path, 'fastify', 'express') > 1.2)
    }
  ]
}
