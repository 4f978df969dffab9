'use strict'

/** The user can fix it: a command prints the message without a stack. */
class UserError extends Error {
  exitCode = 1
}

class FindingError extends UserError {
  exitCode = 3 // found what it looks for: a fault
}

module.exports = { FindingError, UserError }
