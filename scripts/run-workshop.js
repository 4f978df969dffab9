'use strict'

// make run-workshop: types every command of the workshop, chapter by chapter, and can keep what they print.

require('./lib/cli/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { environment } = require('./lib/system/environment')
const { UserError } = require('./lib/cli/errors')
const { writeFileAtomic } = require('./lib/system/files')
const { describeEnvironment } = require('./lib/present/result-table')
const { painter } = require('./lib/cli/terminal')
const { ROOT } = require('./lib/system/root')
const { parseBlocks, chapterFiles, findDifferences, showOutputs, runBlocks, WORKSHOP } = require('./lib/workshop/chapters')

command({
  usage: 'run-workshop.js [chapter]',
  summary: 'Types the commands of the workshop, or of one chapter, and checks that each prints what the chapter points at.\nIt makes exercise/ anew: run it in a clone of its own.',
  flags: {
    record: { type: 'boolean', help: 'write what was printed into the chapters' }
  }
}, async ({ values, operands: [only], signal }) => {
  if (fs.existsSync(path.join(ROOT, 'exercise'))) throw new UserError('there is an exercise/, and your work may be in it: walk in a clone of its own')
  const paint = painter(process.stdout)
  const wanted = chapterFiles().filter((file) => !only || file.startsWith(only))
  if (!wanted.length) throw new UserError(`no chapter "${only}": choose from ${chapterFiles().join(', ')}`)
  const startedAt = new Date().toISOString()
  const before = environment()
  let wrong = 0
  for (const name of wanted) {
    const file = path.join(WORKSHOP, name)
    const chapter = fs.readFileSync(file, 'utf8')
    const blocks = parseBlocks(chapter)
    console.log(paint('bold', name))
    const seen = await runBlocks(blocks, { cwd: ROOT, env: { ...process.env, OPEN: '0', NO_COLOR: '1' }, signal, onBlock: (commands) => console.log(`  ${commands.trim().replaceAll('\n', '\n  ')}`) })
    signal.throwIfAborted()
    const found = findDifferences(blocks, seen)
    for (const difference of found) console.error(`${paint('red', '✗')} ${name}: ${difference}`)
    wrong += found.length
    if (values.record && !found.length) writeFileAtomic(file, showOutputs(chapter, seen.map(({ output }) => output)))
  }
  if (wrong) throw new UserError(`${wrong} of what the chapters say did not happen`)
  if (values.record) {
    const index = path.join(WORKSHOP, 'README.md')
    writeFileAtomic(index, fs.readFileSync(index, 'utf8').replace(/<!-- recorded -->\n[^]*<!-- \/recorded -->/, `<!-- recorded -->\n${describeEnvironment({ environment: before, startedAt })}.\n<!-- /recorded -->`))
  }
})
