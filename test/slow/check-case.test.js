'use strict'

// The fixes of the cases, and the command that checks one, with a stand-in for the diagnosis:
// serial/verdicts.test.js diagnoses the cases.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { caseNames, readAnswer, readCase } = require('../../scripts/lib/exercise/cases')
const { copyPatched, copyProject } = require('../helpers/project')

const DIAGNOSIS = `exports.diagnosisFlags = {}
exports.measureDiagnosis = async () =>
  ({ first: { verdict: process.env.VERDICT, figure: 'a figure' }, others: [], facts: {} })`

for (const name of caseNames()) {
  const { folder, target, fix } = readCase(name)
  if (!fix) continue
  t.test(`${name} is answered as before by its fix`, async (t) => {
    const fixed = { ...target, file: path.join(copyPatched(t, folder, fix), 'index.js') }
    t.equal(await readAnswer(fixed), await readAnswer(target))
  })
}

async function checkCase (t, name, verdict, change) {
  const project = copyProject(t, { 'scripts/lib/diagnose/diagnosis.js': DIAGNOSIS })
  await project.run(['case.js', `--case=${name}`])
  change?.(path.join(project.folder, 'exercise'))
  return await project.run(['check-case.js'], { VERDICT: verdict })
}

t.test('a fault that a reader adds to the healthy case is theirs to undo', async (t) => {
  const { code, stdout, stderr } = await checkCase(t, 'garden', 'memory leak')
  t.equal(code, 3)
  t.match(stdout, /^✓ .* is answered as before\n.*memory leak/)
  t.match(stderr, /check-case: the case has no such fault: undo your change, or close/)
})

t.test('a case whose fault is gone is solved', async (t) => {
  const { folder, fix } = readCase('bakery')
  const { code, stdout } = await checkCase(t, 'bakery', 'healthy, CPU-bound', (exercise) =>
    fs.cpSync(copyPatched(t, folder, fix), exercise, { recursive: true }))
  t.equal(code, 0)
  t.match(stdout, /^✓ the fault is gone\n\nSolved\./m)
})
