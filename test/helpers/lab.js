'use strict'

// Tests that every lab must pass: it installs and runs, and its recorded run supports its conclusions.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { evaluateConclusions } = require('../../scripts/lib/experiments/lab-figures')
const { findLab, installLab } = require('../../scripts/lib/experiments/labs')
const { readResult, RECORDED } = require('../../scripts/lib/measure/results')
const { copyProject } = require('./project')

/**
 * Tests a lab with its smallest load, and installs it for the tests that follow.
 *
 * @param {string} name
 * @param {object} expected
 * @param {string[]} expected.tables texts in its tables
 * @param {string[]} expected.experiments their names
 * @param {Record<string, string>} [expected.env] for the run
 * @param {(t: import('tap').Test, folder: string, result: object) => void} [expected.then] checks the folder of its
 *   results and the result
 */
function testLab (name, { tables, experiments, env, then }) {
  const lab = findLab(name)
  t.before(async () => {
    for (const needed of [lab, ...(lab.requires ?? []).map(findLab)]) await installLab(needed)
  })

  t.test(`the lab ${name}, with its smallest load`, { timeout: 240_000 }, async (t) => {
    const project = copyProject(t)
    const { code, stdout, stderr } = await project.run(['lab.js', name], { RUNS: '2', DURATION: '1', ...env })
    t.equal(stderr, '')
    t.equal(code, 0)
    for (const heading of [...tables, 'What follows']) t.ok(stdout.includes(heading), heading)
    t.notMatch(stdout, /NaN|undefined|null/)
    const file = project.results().find((file) => file.endsWith(`-lab-${name}.json`))
    const result = JSON.parse(fs.readFileSync(path.join(project.folder, 'results', file)))
    const { schema, kind, lab: subject, settings } = result
    const expected = { schema: 2, kind: 'lab', subject: name, settings: { runs: 2, duration: 1 } }
    t.strictSame({ schema, kind, subject, settings }, expected)
    t.strictSame(result.experiments.map(({ name }) => name), experiments)
    for (const { name, targets, skipReason } of result.experiments) {
      t.ok(skipReason || targets.every(({ observations }) => observations.length >= 2), `${name}: all were measured`)
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
