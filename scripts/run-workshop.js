'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { FindingError, UsageError, UserError } = require('./lib/base/errors')
const { describeEnvironment } = require('./lib/present/result-table')
const { environment } = require('./lib/system/environment')
const { ROOT } = require('./lib/system/root')
const chapters = require('./lib/workshop/chapters')

const RECORDED = /(<!-- recorded -->\n)[^]*(\n<!-- \/recorded -->)/

command({
  summary: 'Runs the commands of the workshop, or of one chapter, and checks that they print ' +
    'what it says.\nIt makes a new exercise/: run it in a separate clone.',
  operands: [{ name: 'chapter', help: 'the beginning of a file\'s name, as in 02' }],
  flags: { record: { type: 'boolean', help: 'write what was printed into the chapters' } }
}, async ({ values: { record }, operands: [only = ''], signal, paint }) => {
  const names = chapters.chapterFiles().filter((file) => file.startsWith(only))
  if (!names.length) throw new UsageError(`no chapter begins with "${only}"`)
  if (fs.existsSync(path.join(ROOT, 'exercise'))) {
    throw new UserError('there is an exercise/, and your work may be in it: ' +
      'run this in a separate clone')
  }
  const startedAt = new Date().toISOString()
  const machine = describeEnvironment({ startedAt, environment: environment() })
  const env = { ...process.env, OPEN: '0', NO_COLOR: '1' }
  const onBlock = (/** @type {string} */ commands) => console.log(commands.trim())
  let failed = 0
  for (const name of names) {
    const file = path.join(chapters.WORKSHOP, name)
    const chapter = fs.readFileSync(file, 'utf8')
    const blocks = chapters.parseBlocks(chapter)
    console.log(paint('bold', name))
    const printed = await chapters.runBlocks(blocks, { cwd: ROOT, env, signal, onBlock })
    signal.throwIfAborted()
    const differences = chapters.findDifferences(blocks, printed)
    for (const difference of differences) console.error(`${name}: ${difference}`)
    failed += differences.length
    const outputs = printed.map(({ output }) => output)
    if (record && !failed) fs.writeFileSync(file, chapters.showOutputs(chapter, outputs))
  }
  if (failed) throw new FindingError(`${failed} statements of the chapters are not true`)
  if (!record) return
  const index = path.join(chapters.WORKSHOP, 'README.md')
  const text = fs.readFileSync(index, 'utf8')
  fs.writeFileSync(index, text.replace(RECORDED, `$1${machine}.$2`))
})
