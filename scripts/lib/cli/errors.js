'use strict'

const LAST_LINES = 30 // enough for an error with its stack

/** The user can fix it: a command prints the message without a stack. */
class UserError extends Error {
  exitCode = 1
}

class UsageError extends UserError {
  exitCode = 2 // called wrongly
}

class FindingError extends UserError {
  exitCode = 3 // found what it looks for, such as a fault
}

/** @param {unknown} err @returns {err is UserError} or whyslow's, which has a class of its own */
function isUserError (err) {
  return err instanceof Error && 'exitCode' in err
}

/** @param {unknown} err @returns {NodeJS.ErrnoException} */
function asError (err) {
  return err instanceof Error ? err : new Error(String(err))
}

/** @param {string} folder that cannot be written @param {unknown} cause */
function writeError (folder, cause) {
  const { code } = asError(cause)
  const advice = 'make it writable, or free space, and run again'
  return new UserError(`cannot write to ${folder} (${code}): ${advice}`)
}

/**
 * Ends a message about an unknown word.
 * @param {string} word
 * @param {readonly string[]} choices those that begin the most like the word are suggested
 * @param {string} [otherwise] if none does
 */
function suggest (word, choices, otherwise = `Choose from ${choices.join(', ')}.`) {
  for (let length = word.length; length >= 2; length--) {
    const start = word.slice(0, length).toLowerCase()
    const alike = choices.filter((choice) => choice.toLowerCase().startsWith(start))
    if (alike.length) return `Did you mean ${alike.slice(0, 3).join(' or ')}?`
  }
  return choices.length ? otherwise : 'There are none.'
}

/** @param {string} output of a program, for an error */
function lastLines (output) {
  return output.trim().split('\n').slice(-LAST_LINES).join('\n')
}

module.exports = {
  FindingError,
  UsageError,
  UserError,
  asError,
  isUserError,
  lastLines,
  suggest,
  writeError
}
