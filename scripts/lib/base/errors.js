'use strict'

const LAST_LINES = 30 // enough for an error with its stack
const START = 2 // letters: most typing errors come after them

/** An error the user can fix: a command prints its message, one line, without a stack. */
class UserError extends Error {
  exitCode = 1
}

/** The command was called wrongly. */
class UsageError extends UserError {
  exitCode = 2
}

/** The command found what it looks for, such as a fault. */
class FindingError extends UserError {
  exitCode = 3
}

/**
 * Ends a message about an unknown word.
 * @param {string} word
 * @param {readonly string[]} choices those that begin like the word are suggested, or all
 */
function suggest (word, choices) {
  const start = word.slice(0, START).toLowerCase()
  const alike = choices.filter((choice) => choice.toLowerCase().startsWith(start))
  if (alike.length) return `Did you mean ${alike.join(' or ')}?`
  return choices.length ? `Choose from ${choices.join(', ')}.` : 'There are none.'
}

/** @param {string} output of a program, to be shortened for an error */
function lastLines (output) {
  return output.trim().split('\n').slice(-LAST_LINES).join('\n')
}

module.exports = { FindingError, UsageError, UserError, lastLines, suggest }
