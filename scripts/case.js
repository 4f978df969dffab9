'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { choice } = require('./lib/cli/flags')
const { terminalProse } = require('./lib/show/markdown')
const { caseNames, copyCase, nextFold } = require('./lib/exercise/cases')

command({
  summary: 'Copies a practice case to exercise/, without its page.\n' +
    '"hint" prints the next hint of that page; the last one is the answer.',
  operands: [{ name: 'hint', choices: ['hint'], help: 'of the case in exercise/' }],
  flags: { case: choice(caseNames(), 'which one [random]') }
}, ({ operands: [hint], values }) => {
  if (hint) {
    const { text, number, of, fix } = nextFold()
    const title = number < of ? `Hint ${number} of ${of - 1}` : 'The answer'
    console.log(terminalProse(`**${title}.** ${text}`))
    if (number === of && fix) console.log(`\nOur fix: ${fix}`)
    return
  }
  const { kept, story } = copyCase(values.case)
  if (kept) console.log(`Your work is kept in ${kept}/.\n`)
  console.log(`${terminalProse(story)}

The service is in exercise/. Next:
  make diagnose-exercise   what is wrong, in words
  make flame-exercise      where the time goes
  make case-hint           a hint, or after the last one the answer
  make check-case          is the fault gone?`)
})
