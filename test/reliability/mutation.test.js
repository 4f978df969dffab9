'use strict'

const t = require('tap')
const { problems, rows, scoreFolders } = require('./checks/mutation')

const mutants = (...statuses) => ({ mutants: statuses.map((status) => ({ status, mutatorName: 'BooleanLiteral' })) })

t.test('a folder scores the share of its mutants that a test noticed', async (t) => {
  t.strictSame(scoreFolders({
    'scripts/lib/statistics/fit.js': mutants('Killed', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored'),
    'scripts/lib/statistics/welch.js': mutants('Timeout'),
    'scripts/lib/live/page/state.js': mutants('Survived'),
    'slow/util.js': mutants('Killed')
  }), [
    { folder: 'scripts/lib/statistics', mutants: 4, noticed: 2 },
    { folder: 'scripts/lib/live', mutants: 1, noticed: 0 },
    { folder: 'slow', mutants: 1, noticed: 1 }
  ])
})

t.test('strings do not count in present, and do elsewhere', async (t) => {
  const text = { mutants: [{ status: 'Survived', mutatorName: 'StringLiteral' }] }
  t.strictSame(scoreFolders({ 'scripts/lib/present/charts/cpu.js': text, 'scripts/lib/base/format.js': text }), [
    { folder: 'scripts/lib/present', mutants: 0, noticed: 0 },
    { folder: 'scripts/lib/base', mutants: 1, noticed: 0 }
  ])
})

t.test('a score below 90 % is a problem', async (t) => {
  const found = {
    scores: [
      { folder: 'good', mutants: 10, noticed: 9 },
      { folder: 'poor', mutants: 100, noticed: 89 }
    ]
  }
  t.strictSame(problems(found), ['poor: less than 90 % of the mutants noticed'])
  t.strictSame(rows(found), [
    ['`good`', '90 % of 10 mutants noticed'],
    ['`poor`', '89 % of 100 mutants noticed']
  ])
})
