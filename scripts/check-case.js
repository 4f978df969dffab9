'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { FindingError } = require('./lib/base/errors')
const { ratio } = require('./lib/base/format')
const { withProgressBar } = require('./lib/base/terminal')
const { diagnosisFlags } = require('./lib/diagnosis/collect')
const { findTarget } = require('./lib/measure/targets')
const { checkCase } = require('./lib/workshop/case-check')
const { currentCase, markSolved } = require('./lib/workshop/cases')

command({
  summary: 'Checks the case in exercise/: is its fault gone, and does it answer as before?',
  flags: {
    healthy: { type: 'boolean', help: 'you say that nothing is wrong with it' },
    ...diagnosisFlags
  }
}, async ({ values: { healthy, alone, connections, duration }, signal, paint }) => {
  const dealt = currentCase()
  const isHealthy = dealt.verdicts.some((verdict) => verdict.startsWith('healthy'))
  const mark = (/** @type {unknown} */ ok) => ok ? paint('green', '✓') : paint('red', '✗')
  if (healthy && !isHealthy) throw new FindingError('something is wrong with it: make case-hint')
  if (healthy) {
    markSolved()
    const advice = 'make case-answer says how one can tell'
    return console.log(`${mark(true)} nothing is wrong with it. ${advice}.`)
  }
  const target = findTarget('exercise')
  const { different, gone, cpu, time } = await withProgressBar('check-case', (onProgress) =>
    checkCase(dealt, target, { alone, connections, duration }, { onProgress, signal }))
  const isFixed = gone && !isHealthy
  const answers = different ? `${different} is answered differently` : 'it answers as before'
  console.log(`${mark(!different)} ${answers}`)
  console.log(`${mark(isFixed)} ${isFixed ? 'the fault is gone' : 'no fault has gone'}`)
  console.log(`  a request needs ${ratio(1 / cpu)} the CPU time of before; ` +
    `alone, it takes ${ratio(1 / time)} the time`)
  if (different || !isFixed) {
    throw new FindingError('not solved yet: make case-hint. ' +
      'If nothing is wrong with it, say so with HEALTHY=1')
  }
  markSolved()
  console.log('\nSolved. make case-answer compares it with ours; make case deals the next one.')
})
