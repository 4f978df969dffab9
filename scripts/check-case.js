'use strict'

/** @import { Target } from './lib/server/types' */

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { FindingError } = require('./lib/cli/errors')
const { titleLine, withProgressBar } = require('./lib/cli/terminal')
const { findTarget } = require('./lib/server/targets')
const { diagnosisFlags, measureDiagnosis } = require('./lib/diagnose/diagnosis')
const { currentCase, faultsLeft, readAnswer } = require('./lib/exercise/cases')
const { mark } = require('./lib/show/mark')

const NOT_OURS = 'undo your change, or close other programs and check again'

command({
  summary: 'Diagnoses the case in exercise/: is its fault gone, with the same answer?',
  flags: diagnosisFlags
}, async ({ values: { alone, connections, duration }, signal }) => {
  const { target, verdicts, fix } = currentCase()
  const exercise = findTarget('exercise')
  const isSame = await readAnswer(target, signal) === await readAnswer(exercise, signal)
  console.log(`${mark(isSame)} ${target.path} is answered ${isSame ? 'as before' : 'differently'}`)
  if (!isSame) throw new FindingError('a fix must not change the answer')

  const settings = { alone, connections, duration }
  /** @param {string} label @param {Target} target */
  const diagnose = (label, target) => withProgressBar(label, (onProgress) =>
    measureDiagnosis(target, settings, { onProgress, signal }))
  const diagnosis = await diagnose('exercise', exercise)
  const { verdict, figure } = diagnosis.first
  console.log(titleLine(verdict, figure))
  if (!fix && verdicts.includes(verdict)) {
    return console.log(`${mark(true)} no fault found, as before`)
  }
  if (!fix) throw new FindingError(`the case has no such fault: ${NOT_OURS}`)
  const left = await faultsLeft(verdicts, diagnosis, () => diagnose('before', target))
  console.log(`${mark(!left.length)} ${left.length ? 'not solved' : 'the fault is gone'}`)
  if (left.length) throw new FindingError(`${left.join(', ')}: make case-hint`)
  console.log('\nSolved. make case-hint explains it; make case copies another one.')
})
