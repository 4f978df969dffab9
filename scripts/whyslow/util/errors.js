'use strict'

/** The user can fix it: a command prints the message without a stack. */
class UserError extends Error {
  exitCode = 1
}

class FindingError extends UserError {
  exitCode = 3 // found what it looks for: a fault
}

/** Another command or a debugger has what this one needs: later, it may be free. */
class BusyError extends UserError {}

/** @param {unknown} err @returns {NodeJS.ErrnoException} */
function asError (err) {
  return err instanceof Error ? err : new Error(String(err))
}

module.exports = { BusyError, FindingError, UserError, asError }
