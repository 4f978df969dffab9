'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { yesNo } = require('./lib/cli/flags')
const { colourDiff, terminalProse } = require('./lib/show/table')
const cases = require('./lib/exercise/cases')

const NEXT = `Next:
  make diagnose-exercise   what is wrong, in words
  make flame-exercise      where the time goes
  make case-hint           a hint
  make check-case          is the fault gone? HEALTHY=1 if nothing is wrong`

const ACTIONS = {
  deal () {
    const { story, left } = cases.dealCase((kept) => {
      console.log(`Your work is kept in ${kept}/.\n`)
    })
    const others = left ? `Cases left after this one: ${left}` : 'This is the last case'
    console.log(`${terminalProse(story)}\n`)
    console.log(`The service is in exercise/. ${others}. ${NEXT}`)
  },
  hint () {
    const { hint, number, of } = cases.nextHint()
    console.log(terminalProse(`**Hint ${number} of ${of}.** ${hint}`))
    if (number < of) return
    console.log('\nThis was the last hint. make case-answer shows the answer.')
  },
  answer () {
    const { answer, fix } = cases.currentCase()
    console.log(`${terminalProse(answer)}\n\n${colourDiff(fix)}`.trimEnd())
  },
  list () {
    const dealt = Object.values(cases.readProgress())
    const solved = dealt.filter((state) => state === 'solved')
    const count = cases.readCases().length
    console.log(`${solved.length} of ${count} cases solved, ${dealt.length} dealt`)
  }
}
const NAMES = Object.keys(ACTIONS)

command({
  summary: 'Practice cases: deal one into exercise/, show a hint or the answer, ' +
    'or list how many are solved.',
  operands: [{ name: 'action', choices: NAMES, help: NAMES.join(', ') }],
  flags: { anew: yesNo('list: forget what was dealt and solved') }
}, ({ operands: [action = 'deal'], values: { anew } }) => {
  if (anew && action === 'list') cases.forgetProgress()
  ACTIONS[action]()
})
