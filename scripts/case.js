'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { number } = require('./lib/base/format')
const { colourDiff, terminalProse } = require('./lib/present/table')
const cases = require('./lib/workshop/cases')

/** @import { Paint } from './lib/base/types' */

const NEXT = `Next:
  make diagnose-exercise   what is wrong, in words
  make flame-exercise      where the time goes
  make case-hint           a hint
  make check-case          is the fault gone? HEALTHY=1 if nothing is wrong`

/** @type {Record<string, (anew: boolean, paint: Paint) => string>} */
const ACTIONS = {
  deal (_, paint) {
    const { dealt, kept, left } = cases.dealCase()
    const work = kept ? `Your work is kept in ${kept}/.\n\n` : ''
    const others = left ? `Cases left after this one: ${left}` : 'This is the last case'
    const story = terminalProse(dealt.story, paint)
    return `${work}${story}\n\nThe service is in exercise/. ${others}. ${NEXT}`
  },
  hint (_, paint) {
    const { hint, number, of } = cases.nextHint()
    const text = `**Hint ${number} of ${of}.** ${hint}`
    if (number < of) return terminalProse(text, paint)
    const last = 'This was the last hint. make case-answer shows the answer.'
    return terminalProse(`${text}\n\n${last}`, paint)
  },
  answer (_, paint) {
    const { answer, fix } = cases.currentCase()
    const text = terminalProse(answer, paint)
    return fix ? `${text}\n\n${colourDiff(fix.trimEnd(), paint)}` : text
  },
  list (anew) {
    if (anew) cases.forgetProgress()
    const { dealt, solved, of, open } = cases.summarizeProgress()
    const numbers = open.map((n) => `${n}.`).join(', ')
    const missing = dealt && open.length ? `; not solved: the ${numbers}` : ''
    return `${number(solved)} of ${number(of)} cases solved, ${number(dealt)} dealt${missing}`
  }
}

command({
  summary: 'Practice cases: deal one into exercise/, show a hint or the answer, ' +
    'or list how many are solved.',
  operands: [{
    name: 'action',
    choices: Object.keys(ACTIONS),
    help: Object.keys(ACTIONS).join(', ')
  }],
  flags: { anew: { type: 'boolean', help: 'list: forget what was dealt and solved' } }
}, ({ operands: [action = 'deal'], values: { anew }, paint }) => {
  console.log(ACTIONS[action](anew, paint))
})
