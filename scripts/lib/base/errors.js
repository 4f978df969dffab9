'use strict'

// Errors that a command prints as one line without a stack.

const LAST_LINES = 30 // enough for an error with its stack

/** An error the user can fix: its message says what failed, with which input, and what to do. */
class UserError extends Error {
  exitCode = 1
}

/** The command was called wrongly. */
class UsageError extends UserError {
  exitCode = 2
}

/** The command found what it looks for: a goal that is not met, a fault. */
class FindingError extends UserError {
  exitCode = 3
}

/**
 * Shortens what a program printed, for an error.
 * @param {string} output
 */
function lastLines (output) {
  return output.trim().split('\n').slice(-LAST_LINES).join('\n')
}

module.exports = { FindingError, UsageError, UserError, lastLines }
