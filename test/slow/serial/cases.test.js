'use strict'

const t = require('tap')
const { FAULTS } = require('whyslow/internals')
const { measureDiagnosis } = require('../../../scripts/lib/profile/diagnosis')
const { caseTarget, findDifference, judgeFix } = require('../../../scripts/lib/exercise/case-check')
const { readCases } = require('../../../scripts/lib/exercise/cases')
const { copyPatched } = require('../../helpers/project')

const TRIES = 3 // each with more time: other tests may take the processor for a moment
const ARE_FAULTS = FAULTS.map(({ verdict }) => verdict)

const onlyFaults = (verdicts) => verdicts.filter((verdict) => ARE_FAULTS.includes(verdict))
const faultsOf = ({ first, others }) => onlyFaults([first, ...others].map(({ verdict }) => verdict))

/** The first of some diagnoses that is as it should be, or the last one. */
async function diagnoseUntil (target, isRight) {
  for (let i = 1; ; i++) {
    const settings = { alone: i, connections: 50, duration: 4 * i } // s
    const diagnosis = await measureDiagnosis(target, settings)
    if (isRight(diagnosis) || i === TRIES) return diagnosis
  }
}

for (const practice of readCases()) {
  t.test(practice.name, async (t) => {
    const original = caseTarget(practice)
    const faults = onlyFaults(practice.verdicts)
    const isAsKnown = (found) => faultsOf(found).join() === faults.join()
    const before = await diagnoseUntil(original, isAsKnown)
    t.strictSame(faultsOf(before), faults)
    if (!practice.fix) return

    const folder = copyPatched(t, practice.folder, `${practice.folder}/fix.patch`)
    const fixed = caseTarget({ ...practice, folder })
    const isGone = (found) => judgeFix(practice.verdicts, before, found).gone
    const after = await diagnoseUntil(fixed, isGone)
    t.ok(isGone(after), faultsOf(after).join(', '))
    t.equal(await findDifference(original, fixed), undefined)
  })
}
