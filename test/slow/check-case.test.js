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

t.test('a fix has to answer as before, and to leave no fault', async (t) => {
  const project = copyProject(t, { 'scripts/lib/diagnose/diagnosis.js': DIAGNOSIS })
  const exercise = path.join(project.folder, 'exercise')
  async function check (name, VERDICT, change) {
    await project.run(['case.js', `--case=${name}`])
    change?.()
    const { code, stdout, stderr } = await project.run(['check-case.js'], { VERDICT })
    return `${stdout}${stderr}exit code ${code}`
  }
  t.match(await check('museum', '', () => {
    const file = path.join(exercise, 'index.js')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('200', '201'))
  }), /^✗ .* is answered differently\ncheck-case: a fix must not change the answer\nexit code 3$/)
  t.match(await check('garden', 'memory leak'), new RegExp('^✓ .* is answered as before\n' +
    'memory leak.*\ncheck-case: the case has no such fault: undo your change.*\nexit code 3$'))
  const { folder, fix } = readCase('bakery')
  t.match(await check('bakery', 'healthy, CPU-bound', () => {
    fs.cpSync(copyPatched(t, folder, fix), exercise, { recursive: true })
  }), /\n✓ the fault is gone\n\nSolved\..*\nexit code 0$/)
})
