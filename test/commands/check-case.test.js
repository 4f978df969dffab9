'use strict'

// How check-case judges the two diagnoses and the answers.

const t = require('tap')
const { readCases } = require('../../scripts/lib/exercise/cases')
const { copyProject } = require('../helpers/project')

const FILES = {
  'scripts/lib/profile/diagnosis.js': `
    exports.diagnosisFlags = {}
    exports.measureDiagnosis = async ({ name }) => name`,
  'scripts/lib/exercise/case-check.js': `
    exports.caseTarget = ({ name }) => ({ name })
    exports.findDifference = async () => process.env.DIFFERENT
    exports.judgeFix = (verdicts, before, after) =>
      ({ gone: before !== 'exercise' && after === process.env.FIXED, cpu: 4, time: 2 })`,
  'exercise/index.js': ''
}

t.test('a case is solved if its fault is gone and it answers as before', async (t) => {
  const cases = readCases()
  const faulty = cases.find(({ fix }) => fix)
  const healthy = cases.find(({ fix }) => !fix)
  const FIXED = 'exercise'
  for (const [{ name }, env, marks, code] of [
    [faulty, {}, '✓✗', 3],
    [faulty, { FIXED, DIFFERENT: '/' }, '✗✓', 3],
    [healthy, { FIXED }, '✓✗', 3],
    [faulty, { FIXED }, '✓✓', 0]
  ]) {
    const project = copyProject(t, { ...FILES, 'exercise/.case': JSON.stringify({ name }) })
    const outcome = await project.run(['check-case.js'], env)
    t.strictSame([outcome.stdout.match(/^[✓✗]/gm)?.join(''), outcome.code], [marks, code])
    t.match(outcome.stdout, /^ {2}a request needs 0\.25 × .* takes 0\.5 × the time$/m)
    t.equal(project.results().length, code ? 0 : 1, 'only a solved case is noted')
  }
})
