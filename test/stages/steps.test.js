'use strict'

// The way from fast to optimized, in docs/steps/optimise: each step is a server that could ship.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { contract } = require('../../scripts/lib/exercise/contract')
const { copyVersion, optimisationNames, versionOf } = require('../../scripts/lib/exercise/exercise')
const { observe } = require('../../scripts/lib/exercise/visit')
const { ROOT } = require('../../scripts/lib/cli/project')
const { readText } = require('../helpers/project')

t.jobs = 2

/** A step in a folder of the project, where restify is found. */
function makeStep (t, name) {
  const folder = fs.mkdtempSync(path.join(ROOT, 'exercise.'))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  copyVersion(versionOf(name), folder)
  return folder
}

for (const name of optimisationNames()) {
  t.test(`${name} keeps what fast promises`, async (t) => {
    const file = path.join(makeStep(t, name), 'index.js')
    const observed = await observe({ name, file, path: '/seed/v1', warmup: 0 })
    const faults = {}
    for (const [goal, { chapter, findFault }] of Object.entries(contract)) {
      if (chapter > 7 || goal === 'speed') continue
      const fault = findFault(observed)
      if (fault) faults[goal] = fault
    }
    t.strictSame(faults, {})
  })
}

t.test('the last step is optimized, byte for byte', async (t) => {
  const folder = makeStep(t, optimisationNames().at(-1))
  for (const file of ['index.js', 'util.js']) {
    t.equal(fs.readFileSync(path.join(folder, file), 'utf8'), readText(`optimized/${file}`))
  }
})
