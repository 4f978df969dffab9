'use strict'

// The mistakes a person can act on, as opposed to bugs: commands print them as one line, without a stack.

/** Something the user can mend: the message says what is wrong, with which input, and what to do. */
class UserError extends Error {}

/** A command line that cannot be taken. */
class UsageError extends UserError {}

/**
 * @param {string} output of a program that failed
 * @returns {string} its last thirty lines: enough for an error with its stack, and what a tool says of it
 */
const lastLines = (output) => output.trim().split('\n').slice(-30).join('\n')

module.exports = { UserError, UsageError, lastLines }
