'use strict'

// Each practice case has its faults, its fix removes them, and both answer alike.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { measureDiagnosis } = require('../../../scripts/lib/diagnosis/collect')
const { FAULTS } = require('../../../scripts/lib/diagnosis/rules')
const { caseTarget, findDifference, judgeFix } = require('../../../scripts/lib/workshop/case-check')
const { caseNames, copyFixed, readCase } = require('../../../scripts/lib/workshop/cases')
const { ROOT } = require('../../helpers/project')

const TRIES = 3 // each with more time: other tests may take the processor for a moment
const ARE_FAULTS = FAULTS.map(({ verdict }) => verdict)

const verdictsOf = ({ first, others }) => [first, ...others].map(({ verdict }) => verdict)
const onlyFaults = (verdicts) => verdicts.filter((verdict) => ARE_FAULTS.includes(verdict))

/** The first of some diagnoses that is as it should be, or the last one. */
async function diagnoseUntil (target, isRight) {
  for (let i = 1; ; i++) {
    const settings = { alone: i, connections: 50, duration: 2 * i } // s
    const diagnosis = await measureDiagnosis(target, settings)
    if (isRight(diagnosis) || i === TRIES) return diagnosis
  }
}

for (const practice of caseNames().map(readCase)) {
  t.test(practice.name, async (t) => {
    const faults = onlyFaults(practice.verdicts)
    const before = await diagnoseUntil(
      caseTarget(practice),
      (found) => onlyFaults(verdictsOf(found)).join() === faults.join()
    )
    t.strictSame(onlyFaults(verdictsOf(before)), faults)
    if (!practice.fix) return

    // Within the project, where packages are found.
    const folder = fs.mkdtempSync(path.join(ROOT, 'exercise-fixed-'))
    t.teardown(() => fs.rmSync(folder, { recursive: true }))
    copyFixed(practice, folder)
    const fixed = caseTarget({ ...practice, folder })
    const after = await diagnoseUntil(
      fixed,
      (found) => judgeFix(practice.verdicts, before, found).gone
    )
    t.ok(judgeFix(practice.verdicts, before, after).gone, verdictsOf(after).join(', '))
    t.equal(await findDifference(caseTarget(practice), fixed), undefined)
  })
}
