'use strict'

// The mutants that test/reliability/mutation.js applies fit today's code.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../helpers/project')
const { MUTANTS } = require('../reliability/mutants')

for (const { breaks, file, from, to, test } of MUTANTS) {
  t.test(`${file}: ${breaks}`, async (t) => {
    t.equal(fs.readFileSync(path.join(ROOT, file), 'utf8').split(from).length, 2, 'the text occurs once')
    t.not(from, to)
    t.ok(fs.existsSync(path.join(ROOT, test)), test)
  })
}
