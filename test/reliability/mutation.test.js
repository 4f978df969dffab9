'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../helpers/project')
const { problems, rows, scoreFolders } = require('./checks/mutation')
const { mutate } = require('./stryker.config.json')

const mutants = (mutatorName, ...statuses) =>
  ({ mutants: statuses.map((status) => ({ status, mutatorName })) })

t.test('a folder scores the share of its mutants that a test noticed', async (t) => {
  t.strictSame(scoreFolders({
    'scripts/lib/cli/a.js':
      mutants('Block', 'Killed', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored'),
    'scripts/lib/cli/b.js': mutants('StringLiteral', 'Timeout'),
    'scripts/lib/show/charts/c.js': mutants('StringLiteral', 'Survived'),
    'slow/util.js': mutants('Block', 'Killed')
  }), [
    { folder: 'scripts/lib/cli', mutants: 4, noticed: 2 },
    { folder: 'scripts/lib/show', mutants: 0, noticed: 0 }, // its strings do not count
    { folder: 'slow', mutants: 1, noticed: 1 }
  ])
})

t.test('a score below 90 % is a problem', async (t) => {
  const scores = [
    { folder: 'good', mutants: 10, noticed: 9 },
    { folder: 'poor', mutants: 100, noticed: 89 }
  ]
  t.strictSame(problems({ scores }), ['poor: 89 % of 100 mutants noticed'])
  t.strictSame(rows({ scores })[0], ['good', '90 % of 10 mutants noticed'])
})

t.test('Stryker changes files that exist', async (t) => {
  for (const pattern of mutate.filter((pattern) => !pattern.includes('*'))) {
    const [, folder, names] = pattern.match(/^(.*)\/\{?([^{}]+)\}?\.js$/)
    for (const name of names.split(',')) {
      t.ok(fs.existsSync(path.join(ROOT, folder, `${name}.js`)), `${folder}/${name}.js`)
    }
  }
})
