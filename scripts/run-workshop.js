'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { FindingError, UsageError, UserError } = require('./lib/base/errors')
const { describeEnvironment } = require('./lib/present/result-table')
const { writeFileAtomic } = require('./lib/system/files')
const { environment } = require('./lib/system/environment')
const { ROOT } = require('./lib/system/root')
const { chapterFiles, findDifferences, parseBlocks, runBlocks, showOutputs, WORKSHOP } =
  require('./lib/workshop/chapters')

command({
  summary: 'Runs the commands of the workshop, or of one chapter, and checks that they print ' +
    'what it says.\nIt makes a new exercise/: run it in a separate clone.',
  operands: [{ name: 'chapter', help: 'the beginning of a file\'s name, as in 02' }],
  flags: { record: { type: 'boolean', help: 'write what was printed into the chapters' } }
}, async ({ values, operands: [only = ''], signal, paint }) => {
  const chapters = chapterFiles().filter((file) => file.startsWith(only))
  if (!chapters.length) {
    throw new UsageError(`no chapter "${only}": choose from ${chapterFiles().join(', ')}`)
  }
  if (fs.existsSync(path.join(ROOT, 'exercise'))) {
    throw new UserError('there is an exercise/, and your work may be in it: ' +
      'run this in a separate clone')
  }
  const startedAt = new Date().toISOString()
  const machine = describeEnvironment({ startedAt, environment: environment() })
  const env = { ...process.env, OPEN: '0', NO_COLOR: '1' }
  /** @param {string} commands */
  const onBlock = (commands) => console.log(`  ${commands.trim().replaceAll('\n', '\n  ')}`)

  let failed = 0
  for (const name of chapters) {
    const file = path.join(WORKSHOP, name)
    const chapter = fs.readFileSync(file, 'utf8')
    const blocks = parseBlocks(chapter)
    console.log(paint('bold', name))
    const printed = await runBlocks(blocks, { cwd: ROOT, env, signal, onBlock })
    signal.throwIfAborted()
    const differences = findDifferences(blocks, printed)
    for (const difference of differences) {
      console.error(`${paint('red', '✗')} ${name}: ${difference}`)
    }
    failed += differences.length
    if (!values.record || differences.length) continue
    writeFileAtomic(file, showOutputs(chapter, printed.map(({ output }) => output)))
  }
  if (failed) throw new FindingError(`${failed} statements of the chapters are not true`)
  if (!values.record) return
  const index = path.join(WORKSHOP, 'README.md')
  const recorded = `<!-- recorded -->\n${machine}.\n<!-- /recorded -->`
  const text = fs.readFileSync(index, 'utf8')
  writeFileAtomic(index, text.replace(/<!-- recorded -->\n[^]*<!-- \/recorded -->/, recorded))
})
