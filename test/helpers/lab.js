'use strict'

// What holds for every lab: it installs, it runs, its page and its conclusions stand on its recorded run.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { installLab } = require('../../scripts/lib/experiments/install-lab')
const { findLab } = require('../../scripts/lib/experiments/labs')
const { evaluateConclusions } = require('../../scripts/lib/present/lab-table')
const { readResult, RECORDED } = require('../../scripts/lib/results/store')
const { copyProject } = require('./project')

/**
 * Tests a lab with its smallest load, and installs it for the tests that follow.
 *
 * @param {string} name
 * @param {{tables: string[], experiments: string[], env?: Record<string, string>, then?: Function}} expected headings of its
 *   tables, names of its experiments; `env` for the run; `then` looks at the folder of its results, and the result
 */
function testLab (name, { tables, experiments, env, then }) {
  const lab = findLab(name)
  t.before(async () => { for (const one of [lab, ...(lab.uses ?? []).map(findLab)]) await installLab(one) })

  t.test(`the lab ${name}, as short as can be`, { timeout: 240_000 }, async (t) => {
    const project = copyProject(t)
    const { code, stdout, stderr } = await project.run(['lab.js', name], { RUNS: '2', DURATION: '1', ...env })
    t.equal(stderr, '')
    t.equal(code, 0)
    for (const heading of [...tables, 'What follows']) t.ok(stdout.includes(heading), heading)
    t.notMatch(stdout, /NaN|undefined|null/)
    const file = project.results().find((file) => file.endsWith(`-lab-${name}.json`))
    const result = JSON.parse(fs.readFileSync(path.join(project.folder, 'results', file)))
    t.match(result, { schema: 2, kind: 'lab', lab: name, settings: { runs: 2, duration: 1 } })
    t.strictSame(result.experiments.map(({ name }) => name), experiments)
    for (const { name, targets, missing } of result.experiments) {
      t.ok(missing || targets.every(({ observations }) => observations.length >= 2), `${name}: all were measured`)
    }
    then?.(t, path.join(project.folder, 'results'), result)
  })

  t.test(`the recorded run supports what the lab ${name} concludes`, async (t) => {
    const conclusions = evaluateConclusions(readResult(path.join(RECORDED, `lab-${name}.json`)), lab.conclusions)
    t.ok(conclusions.length)
    for (const { text, holds } of conclusions) t.equal(holds, true, text)
  })
}

module.exports = { testLab }
