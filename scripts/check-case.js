'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { FindingError } = require('./lib/cli/errors')
const { yesNo } = require('./lib/cli/flags')
const { ratio } = require('./lib/cli/format')
const { mark, withProgressBar } = require('./lib/cli/terminal')
const { findTarget } = require('./lib/server/targets')
const { diagnosisFlags, measureDiagnosis } = require('./lib/profile/diagnosis')
const { caseTarget, findDifference, judgeFix } = require('./lib/exercise/case-check')
const { currentCase, noteProgress } = require('./lib/exercise/cases')

command({
  summary: 'Checks the case in exercise/: is its fault gone, and does it answer as before?',
  flags: {
    healthy: yesNo('you say that nothing is wrong with it'),
    ...diagnosisFlags
  }
}, async ({ values: { healthy, alone, connections, duration }, signal }) => {
  const dealt = currentCase()
  if (healthy) {
    if (dealt.fix) throw new FindingError('something is wrong with it: make case-hint')
    const advice = 'make case-answer says how one can tell'
    console.log(`${mark(true)} nothing is wrong with it. ${advice}.`)
    return noteProgress(dealt.name, 'solved')
  }

  const settings = { alone, connections, duration }
  const diagnose = (label, target) => withProgressBar(label, (onProgress) =>
    measureDiagnosis(target, settings, { onProgress, signal }))
  const original = caseTarget(dealt)
  const exercise = findTarget('exercise')
  const different = await findDifference(original, exercise, signal)
  const before = await diagnose('before', original)
  const after = await diagnose('after', exercise)
  const { gone, cpu, time } = judgeFix(dealt.verdicts, before, after)
  const isFixed = gone && dealt.fix
  const answers = different ? `${different} is answered differently` : 'it answers as before'
  console.log(`${mark(!different)} ${answers}`)
  console.log(`${mark(isFixed)} ${isFixed ? 'the fault is gone' : 'nothing has been fixed'}`)
  console.log(`  a request needs ${ratio(1 / cpu)} the CPU time of before; ` +
    `alone, it takes ${ratio(1 / time)} the time`)
  if (different || !isFixed) {
    throw new FindingError('not solved yet: make case-hint. ' +
      'If nothing is wrong with it, say so with HEALTHY=1')
  }
  console.log('\nSolved. make case-answer compares it with ours; make case deals the next one.')
  noteProgress(dealt.name, 'solved')
})
