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

const SETTINGS = { alone: 2, connections: 50, duration: 4 }
const TRIES = 3 // other tests may take the processor for a moment
const ARE_FAULTS = FAULTS.map(({ verdict }) => verdict)

const verdictsOf = ({ first, others }) => [first, ...others].map(({ verdict }) => verdict)
const onlyFaults = (verdicts) => verdicts.filter((verdict) => ARE_FAULTS.includes(verdict))

/** The first of some diagnoses that is as it should be, or the last one. */
async function diagnoseUntil (target, isRight) {
  for (let i = 1; ; i++) {
    const diagnosis = await measureDiagnosis(target, SETTINGS)
    if (isRight(diagnosis) || i === TRIES) return diagnosis
  }
}

for (const the of caseNames().map(readCase)) {
  t.test(the.name, async (t) => {
    const faults = onlyFaults(the.verdicts)
    const before = await diagnoseUntil(caseTarget(the), (found) =>
      onlyFaults(verdictsOf(found)).join() === faults.join())
    t.strictSame(onlyFaults(verdictsOf(before)), faults)
    if (!the.fix) return

    const folder = fs.mkdtempSync(path.join(ROOT, 'exercise-fixed-')) // packages are found from there
    t.teardown(() => fs.rmSync(folder, { recursive: true }))
    copyFixed(the, folder)
    const fixed = caseTarget({ ...the, folder })
    const after = await diagnoseUntil(fixed, (found) => judgeFix(the.verdicts, before, found).gone)
    t.ok(judgeFix(the.verdicts, before, after).gone, verdictsOf(after).join(', '))
    t.equal(await findDifference(caseTarget(the), fixed), undefined)
  })
}
