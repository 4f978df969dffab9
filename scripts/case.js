'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { number } = require('./lib/base/format')
const { colourDiff, terminalProse } = require('./lib/present/table')
const { dealCase, currentCase, forgetProgress, nextHint, summarizeProgress } = require('./lib/workshop/cases')

/** @type {Record<string, (anew: boolean, paint: import('./lib/base/types').Paint) => string>} */
const ACTIONS = {
  deal (_, paint) {
    const { dealt, kept, left } = dealCase()
    return [
      ...(kept ? [`Your work is kept in ${kept}/.`, ''] : []),
      terminalProse(dealt.story, paint),
      '',
      `The service is in exercise/. ${left ? `Cases left after this one: ${left}` : 'This is the last case'}. Next:`,
      '  make diagnose-exercise   what is wrong, in words',
      '  make flame-exercise      where the time goes',
      '  make case-hint           a hint',
      '  make check-case          is the fault gone? HEALTHY=1 if nothing is wrong'
    ].join('\n')
  },
  hint (_, paint) {
    const { hint, number, of } = nextHint()
    const last = number === of ? '\n\nThis was the last hint. make case-answer shows the answer.' : ''
    return terminalProse(`**Hint ${number} of ${of}.** ${hint}${last}`, paint)
  },
  answer (_, paint) {
    const { answer, fix } = currentCase()
    return [terminalProse(answer, paint), ...(fix ? ['', colourDiff(fix.trimEnd(), paint)] : [])].join('\n')
  },
  list (anew) {
    if (anew) forgetProgress()
    const { dealt, solved, of, open } = summarizeProgress()
    const missing = dealt && open.length ? `; not solved: the ${open.map((n) => `${n}.`).join(', ')}` : ''
    return `${number(solved)} of ${number(of)} cases solved, ${number(dealt)} dealt${missing}`
  }
}

command({
  summary: 'Practice cases: deal one into exercise/, show a hint or the answer, or list how many are solved.',
  operands: [{ name: 'action', choices: Object.keys(ACTIONS), help: Object.keys(ACTIONS).join(', ') }],
  flags: { anew: { type: 'boolean', help: 'list: forget what was dealt and solved' } }
}, ({ operands: [action = 'deal'], values: { anew }, paint }) => console.log(ACTIONS[action](anew, paint)))
