'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { colourDiff } = require('./lib/present/table')
const { diffCode } = require('./lib/workshop/exercise')

const FOLDERS = ['slow', 'fast', 'optimized', 'exercise']

const A_HELP = 'a stage [what exercise/ is a copy of]'

command({
  summary: 'Shows what you have changed in exercise/, or what differs between two stages.',
  flags: {
    a: { type: 'string', choices: FOLDERS, ambient: false, help: A_HELP },
    b: { type: 'string', choices: FOLDERS, default: 'exercise', ambient: false, help: 'another' },
    context: { type: 'integer', min: 0, max: 100, default: 3, help: 'lines around each change' }
  }
}, ({ values: { a, b, context }, paint }) => {
  const diff = diffCode(a, b, context).trimEnd()
  console.log(diff ? colourDiff(diff, paint) : `${b}/ is the same as ${a ?? 'before'}`)
})
