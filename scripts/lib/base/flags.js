'use strict'

// Declares flags. `value` is the default.

function integer (min, max, help, value) {
  return { type: 'integer', min, max, help, default: value }
}

function number (min, max, help, value) {
  return { type: 'number', min, max, help, default: value }
}

function text (help, value) {
  return { type: 'string', help, default: value }
}

function choice (choices, help, value) {
  return { type: 'string', choices, help, default: value }
}

function yesNo (help, value) {
  return { type: 'boolean', help, default: value }
}

// Not read from the environment: other programs use its variable.
function notAmbient (flag) {
  return { ...flag, ambient: false }
}

module.exports = {
  choice,
  integer,
  notAmbient,
  number,
  text,
  yesNo,
  jsonFlag: yesNo('print one JSON document and nothing else'),
  openFlag: yesNo('do not open the page in a browser (OPEN=0)', true),
  quietFlag: yesNo('do not print the command that does the same by hand'),
  recordFlag: yesNo('save into docs/results, for the docs')
}
