'use strict'

const { findTarget, labServer } = require('../../../scripts/lib/server/targets')
const { cpu, needsMoreCpu, p99, rate } = require('../figures')

const restify = { ...findTarget('optimized'), name: 'restify' } // the stage itself
const servers = ['express', 'fastify', 'http'].map((name) => labServer('frameworks', name))
const figures = [cpu, rate, p99]

function routePart (name, title, load) {
  const path = `/${name}`
  return {
    name,
    title,
    targets: [
      labServer('frameworks', 'routes-express', { name: 'express', path }),
      labServer('frameworks', 'routes-fastify', { name: 'fastify', path })
    ],
    load: { connections: 100, ...load },
    figures,
    claims: [
      needsMoreCpu('express', 'fastify', `${title}: Express needs more CPU time than Fastify`)
    ]
  }
}

module.exports = {
  title: 'The same answer from four frameworks',
  question: 'What does a framework cost, when all of them send the same bytes?',
  runs: 4,
  duration: 2,
  parts: [
    {
      name: 'seed',
      title: 'GET /seed/v1, as optimized answers it',
      targets: [restify, ...servers],
      load: { connections: 100 },
      figures,
      claims: [
        {
          claim: 'Fastify adds at most a fifth to the CPU time of node:http',
          ratio: ['fastify', 'http', 'cpu'],
          below: 1.2
        }
      ]
    },
    routePart('json', 'An object as JSON'),
    routePart('text', 'A plain text'),
    routePart('error', 'A thrown error', { mayFail: true })
  ]
}
