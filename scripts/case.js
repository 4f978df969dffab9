'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { colourDiff, terminalProse } = require('./lib/present/table')
const cases = require('./lib/workshop/cases')

const NEXT = `Next:
  make diagnose-exercise   what is wrong, in words
  make flame-exercise      where the time goes
  make case-hint           a hint
  make check-case          is the fault gone? HEALTHY=1 if nothing is wrong`

/** @type {Record<string, (paint: import('./lib/base/types').Paint) => string>} */
const ACTIONS = {
  deal (paint) {
    const { dealt, kept, left } = cases.dealCase()
    const work = kept ? `Your work is kept in ${kept}/.\n\n` : ''
    const others = left ? `Cases left after this one: ${left}` : 'This is the last case'
    return `${work}${terminalProse(dealt.story, paint)}\n\n` +
      `The service is in exercise/. ${others}. ${NEXT}`
  },
  hint (paint) {
    const { hint, number, of } = cases.nextHint()
    const last = number === of && '\n\nThis was the last hint. make case-answer shows the answer.'
    return terminalProse(`**Hint ${number} of ${of}.** ${hint}${last || ''}`, paint)
  },
  answer (paint) {
    const { answer, fix } = cases.currentCase()
    return `${terminalProse(answer, paint)}\n\n${colourDiff(fix, paint)}`.trimEnd()
  },
  list () {
    const { dealt, solved, of } = cases.summarizeProgress()
    return `${solved} of ${of} cases solved, ${dealt} dealt`
  }
}
const NAMES = Object.keys(ACTIONS)

command({
  summary: 'Practice cases: deal one into exercise/, show a hint or the answer, ' +
    'or list how many are solved.',
  operands: [{ name: 'action', choices: NAMES, help: NAMES.join(', ') }],
  flags: { anew: { type: 'boolean', help: 'list: forget what was dealt and solved' } }
}, ({ operands: [action = 'deal'], values: { anew }, paint }) => {
  if (anew && action === 'list') cases.forgetProgress()
  console.log(ACTIONS[action](paint))
})
