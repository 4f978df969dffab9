'use strict'

const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { loadTrial } = require('../../../scripts/lib/experiments/lab-trials')

const server = (name) => labServer('frameworks', name)
const observe = ({ requests, latency, cpuPerRequest }) => ({
  cpu: cpuPerRequest,
  rate: requests.average,
  p99: latency.p99
})
const figures = [
  { name: 'cpu', label: 'CPU time per request', unit: 'µs', better: 'lower' },
  { name: 'rate', label: 'Req/Sec', unit: '', limitedBy: 'generatorBound' },
  { name: 'p99', label: 'p99', unit: 'ms' }
]

const ROUTES = { json: 'An object as JSON', text: 'A plain text', error: 'A thrown error' }
const loadNote = (duration) => `Load: 100 connections for ${duration} s in each run.`
const routeExperiment = (path, duration) => ({
  name: path,
  title: ROUTES[path],
  targets: [{ ...server('routes-express'), name: 'express' }, { ...server('routes-fastify'), name: 'fastify' }],
  trial: loadTrial(
    { path: `/${path}`, connections: 100, duration, ...(path === 'error' && { mayFail: true }) }, observe),
  figures,
  note: loadNote(duration),
  runs: 6
})

const restifyToFastify = (figures) => figures.ratio('seed', 'restify', 'fastify', 'cpu')
const fastifyToHttp = (figures) => figures.ratio('seed', 'fastify', 'http', 'cpu')
const expressToFastify = (figures, path) => figures.ratio(path, 'express', 'fastify', 'cpu')

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'The same answer from four frameworks',
  question: 'What does a framework cost, when all of them send the same bytes?',
  defaults: { runs: 8, duration: 2 },

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
      source: { name: 'the article, 2018', figures: { fastify: '17 % faster than restify' } },
      note: loadNote(duration)
    },
    ...Object.keys(ROUTES).map((path) => routeExperiment(path, duration))
  ],

  conclusions: [
    {
      claim: (figures) => 'Fastify is faster than restify: restify needs ' +
        `${restifyToFastify(figures).text} the CPU time per request. The article has 1.17 ×.`,
      holds: (figures) => restifyToFastify(figures).low > 1
    },
    {
      claim: (figures) => 'Fastify adds at most a fifth to the CPU time of node:http: it needs ' +
        `${fastifyToHttp(figures).text} as much per request.`,
      holds: (figures) => fastifyToHttp(figures).high < 1.2
    },
    {
      claim: (figures) => 'Fastify is faster than Express: Express needs ' +
        `${expressToFastify(figures, 'json').text} the CPU time per request for JSON, ` +
        `${expressToFastify(figures, 'text').text} for text, ${expressToFastify(figures, 'error').text} for errors.`,
      holds: (figures) => Object.keys(ROUTES).every((path) => expressToFastify(figures, path).low > 1)
    }
  ]
}
