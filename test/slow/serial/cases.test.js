'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { FAULTS } = require('whyslow/internals')
const { measureDiagnosis } = require('../../../scripts/lib/profile/diagnosis')
const { caseNames, readAnswer, readCase } = require('../../../scripts/lib/exercise/cases')
const { copyPatched, copyProject } = require('../../helpers/project')

const TRIES = 3 // each with more time: other tests may take the processor for a moment
const ARE_FAULTS = FAULTS.map(({ verdict }) => verdict)

const onlyFaults = (verdicts) => verdicts.filter((verdict) => ARE_FAULTS.includes(verdict))

/** The faults that a diagnosis finds, once they are as expected, or at last. */
async function diagnoseUntil (target, expected) {
  for (let i = 1; ; i++) {
    const settings = { alone: i, connections: 50, duration: 4 * i } // s
    const { first, others } = await measureDiagnosis(target, settings)
    const faults = onlyFaults([first, ...others].map(({ verdict }) => verdict))
    if (faults.join() === expected.join() || i === TRIES) return faults
  }
}

// reliability-diagnose-accuracy diagnoses what is fixed, too.
for (const name of caseNames()) {
  t.test(name, async (t) => {
    const { folder, target, verdicts, fix } = readCase(name)
    const faults = onlyFaults(verdicts)
    t.strictSame(await diagnoseUntil(target, faults), faults)
    if (!fix) return

    const fixed = { ...target, file: path.join(copyPatched(t, folder, fix), 'index.js') }
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

t.test('a case whose fault is gone is solved', async (t) => {
  const project = copyProject(t)
  await project.run(['case.js', '--case=bakery'])
  const { folder, fix } = readCase('bakery')
  fs.cpSync(copyPatched(t, folder, fix), path.join(project.folder, 'exercise'), { recursive: true })
  const { code, stdout } = await project.run(['check-case.js', '--alone=2', '--duration=4'])
  t.equal(code, 0)
  t.match(stdout, /^✓ the fault is gone\n\nSolved\./m)
})
