'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { FAULTS } = require('whyslow/internals')
const { measureDiagnosis } = require('../../../scripts/lib/profile/diagnosis')
const {
  caseNames, faultsLeft, readAnswer, readCase
} = require('../../../scripts/lib/exercise/cases')
const { copyPatched, copyProject } = require('../../helpers/project')

const TRIES = 3 // each with more time: other tests may take the processor for a moment
const ARE_FAULTS = FAULTS.map(({ verdict }) => verdict)

const onlyFaults = (verdicts) => verdicts.filter((verdict) => ARE_FAULTS.includes(verdict))
const faultsOf = ({ first, others }) => onlyFaults([first, ...others].map(({ verdict }) => verdict))

/** The first of some diagnoses that is as it should be, or the last one. */
async function diagnoseUntil (target, isRight) {
  for (let i = 1; ; i++) {
    const settings = { alone: i, connections: 50, duration: 4 * i } // s
    const diagnosis = await measureDiagnosis(target, settings)
    if (await isRight(diagnosis) || i === TRIES) return diagnosis
  }
}

for (const name of caseNames()) {
  t.test(name, async (t) => {
    const { folder, target, verdicts, fix } = readCase(name)
    const faults = onlyFaults(verdicts)
    const before = await diagnoseUntil(target, (found) => faultsOf(found).join() === faults.join())
    t.strictSame(faultsOf(before), faults)
    if (!fix) return

    const fixed = { ...target, file: path.join(copyPatched(t, folder, fix), 'index.js') }
    const leftBy = (found) => faultsLeft(verdicts, found, async () => before)
    const after = await diagnoseUntil(fixed, async (found) => !(await leftBy(found)).length)
    t.strictSame(await leftBy(after), [])
    t.equal(await readAnswer(fixed), await readAnswer(target))
  })
}

t.test('a fault that a reader adds to the healthy case is theirs to undo', async (t) => {
  const project = copyProject(t)
  await project.run(['case.js', '--case=garden'])
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)'
  const slower = project.read('exercise/planner.js').replace('const known', `${wait}\n  $&`)
  fs.writeFileSync(path.join(project.folder, 'exercise/planner.js'), slower)
  const { code, stdout, stderr } = await project.run(['check-case.js', '--alone=2', '--duration=4'])
  t.equal(code, 3)
  t.match(stdout, /^✓ .* is answered as before\n.*blocked by waiting synchronously/)
  t.match(stderr, /check-case: the case has no such fault: undo your change, or close/)
})
