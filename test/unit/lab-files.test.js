'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { saveCsv } = require('../../scripts/lib/experiments/lab-csv')

t.test('the labs are the folders with a lab.js, by name', async (t) => {
  const LABS = t.testdir({
    overload: { 'lab.js': "module.exports = { title: 'Overload', conclusions: [] }" },
    drafts: {},
    'rates.js': '',
    loggers: { 'lab.js': '' }
  })
  const { findLab, labNames } = t.mockRequire('../../scripts/lib/experiments/labs', {
    'node:fs': { ...fs, readdirSync: (folder) => fs.readdirSync(folder).toReversed() },
    '../../scripts/lib/measure/targets': { LABS }
  })
  t.strictSame(labNames(), ['loggers', 'overload'])
  t.strictSame(findLab('overload'),
    { name: 'overload', folder: path.join(LABS, 'overload'), title: 'Overload', conclusions: [] })
})

const experiment = (rest) => ({
  name: 'ops',
  figures: [{ name: 'get' }, { name: 'set' }],
  targets: [
    { name: 'v20', observations: [{ get: 1, set: 2 }, { get: 3, set: 4 }] },
    { name: 'v22', observations: [{ get: 5, set: 6 }] },
    { name: 'a "nightly"', observations: [{ get: 7, set: 8 }] }
  ],
  ...rest
})

t.test('the rates of the core tables are saved for compare.R: the first target is the old one', async (t) => {
  const folder = t.testdir({})
  const experiments = [experiment({ name: 'other' }), experiment({ table: 'core' })]
  const file = saveCsv({ experiments }, path.join(folder, 'lab-express-json.json'))
  t.equal(file, path.join(folder, 'lab-express-json.csv'))
  t.equal(fs.readFileSync(file, 'utf8'), `"binary", "filename", "configuration", "rate", "time"
"old", "ops/get", " from=v20 to=v22", 1, NA
"old", "ops/get", " from=v20 to=v22", 3, NA
"new", "ops/get", " from=v20 to=v22", 5, NA
"old", "ops/get", " from=v20 to=a ""nightly""", 1, NA
"old", "ops/get", " from=v20 to=a ""nightly""", 3, NA
"new", "ops/get", " from=v20 to=a ""nightly""", 7, NA
"old", "ops/set", " from=v20 to=v22", 2, NA
"old", "ops/set", " from=v20 to=v22", 4, NA
"new", "ops/set", " from=v20 to=v22", 6, NA
"old", "ops/set", " from=v20 to=a ""nightly""", 2, NA
"old", "ops/set", " from=v20 to=a ""nightly""", 4, NA
"new", "ops/set", " from=v20 to=a ""nightly""", 8, NA
`)
})

t.test('without a core table, no rates are saved', async (t) => {
  const folder = t.testdir({})
  t.equal(saveCsv({ experiments: [experiment()] }, path.join(folder, 'lab.json')), null)
  t.strictSame(fs.readdirSync(folder), [])
})
