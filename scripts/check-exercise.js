'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { FindingError } = require('./lib/cli/errors')
const { choice, yesNo } = require('./lib/cli/flags')
const { significant } = require('./lib/cli/format')
const { paint, terminalWidth, wrapText } = require('./lib/cli/terminal')
const { measure } = require('./lib/load/measure')
const { findTarget } = require('./lib/server/targets')
const { contract } = require('./lib/exercise/contract')
const { observe } = require('./lib/exercise/visit')
const { mark } = require('./lib/show/mark')

const GOALS_HELP = 'first: chapter 7; all: chapter 12, too'
const LOAD = { connections: 100, duration: 4, warmup: 0 } // loading slow is what breaks it

/** @param {string} text */
const indent = (text) => `  ${wrapText(text, terminalWidth() - 2).join('\n  ')}`

command({
  summary: 'Checks exercise/, and says what is wrong with each goal that is not met.',
  flags: {
    goals: choice(['first', 'all'], GOALS_HELP, 'first'),
    hints: yesNo('give a hint for each goal that is not met')
  }
}, async ({ values, signal }) => {
  const isAll = values.goals === 'all'
  const goals = Object.values(contract).filter(({ chapter }) => isAll || chapter === 7)
  const exercise = findTarget('exercise')
  const observed = await observe(exercise, { signal })
  console.log(paint('dim', 'loading slow and the exercise for 4 s each …\n'))
  const slow = await measure(findTarget('slow'), LOAD, { signal })
  const fixed = await measure(exercise, LOAD, { signal })
  const costs = { slow: slow.cpuPerRequest, exercise: fixed.cpuPerRequest }
  let unmet = 0
  for (const { goal, hint, findFault } of goals) {
    const fault = findFault({ ...observed, costs })
    console.log(`${mark(!fault)} ${goal}`)
    if (!fault) continue
    unmet++
    console.log(indent(fault))
    if (values.hints) console.log(paint('dim', indent(`hint: ${hint}`)))
  }
  if (unmet) {
    console.log(paint('bold', `\n${unmet} of ${goals.length} goals are not met`))
    const advice = values.hints ? '' : '. HINTS=1 gives a hint for each'
    throw new FindingError(`not done yet${advice}`)
  }
  const share = significant(costs.slow / costs.exercise)
  console.log(`\ngained      a request costs 1/${share} of the CPU time that it costs in slow`)
  if (isAll) console.log('compare     make diff A=exercise B=optimized')
})
