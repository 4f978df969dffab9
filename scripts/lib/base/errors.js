'use strict'

// Errors a user can act on. A command prints them as one line without a stack, and ends with their exit code.

/** An error the user can fix: its message says what failed, with which input, and what to do next. */
class UserError extends Error { exitCode = 1 }

/** The command was called wrongly. */
class UsageError extends UserError { exitCode = 2 }

/** The command did its job, and found what it looks for: a goal that is not met, a fault. */
class FindingError extends UserError { exitCode = 3 }

/** @type {(output: string) => string} the last 30 lines that a program printed: enough for an error with its stack */
const lastLines = (output) => output.trim().split('\n').slice(-30).join('\n')

module.exports = { FindingError, UsageError, UserError, lastLines }
