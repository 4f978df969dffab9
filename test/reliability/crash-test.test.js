'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { problems, run } = require('./checks/crash-test')
require('../helpers/without-tap-loader')

const { signal } = new AbortController()
const skip = process.platform !== 'linux' && 'it looks for processes in /proc'
const crashBench = (prepare) => run({ tries: 1, seed: 1, operands: ['bench'] }, { signal, prepare }).then(problems)

t.test('killed at random moments, no command leaves anything behind', { skip, timeout: 600_000 }, async (t) => {
  const found = await run({ tries: 1, seed: 20 }, { signal })
  t.strictSame(problems(found), [])
  t.equal(found.commands.length, 5)
  for (const { command, crashes, undisturbed } of found.commands) {
    t.equal(Object.values(crashes).reduce((a, b) => a + b), 1, `${command} crashed`)
    t.ok(undisturbed >= 1, `${command} ran undisturbed, and worked`)
  }
})

// A kill may come before the command has done anything: these three are there whenever bench runs to its end.
const FAULTS = `require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref()
  require('node:fs').mkdirSync('results', { recursive: true })
  require('node:fs').writeFileSync('results/half.json', '{')
  require('node:fs').writeFileSync(process.env.TMPDIR + '/litter', '');`

t.test('what a command leaves behind is found', { skip, timeout: 300_000 }, async (t) => {
  const found = await crashBench((project) => {
    const file = path.join(project, 'scripts/bench.js')
    fs.writeFileSync(file, FAULTS + fs.readFileSync(file, 'utf8'))
  })
  const [process, result, file, ...more] = found.filter((problem) => problem.startsWith('bench, undisturbed'))
  t.equal(process, 'bench, undisturbed: left running: sleep 60 ')
  t.match(result, /^bench, undisturbed: a broken result: \/.*\/results\/half\.json$/)
  t.strictSame([file, ...more], ['bench, undisturbed: a temporary file: litter'])
})

t.test('a command that no longer works is found', { skip, timeout: 300_000 }, async (t) => {
  const found = await crashBench((project) => fs.writeFileSync(path.join(project, 'fast/index.js'), 'process.exit(1)'))
  t.match(found.at(-1), /^bench, undisturbed: it failed: bench: fast died \(exit code 1; \/.*\/fast\/index\.js\)$/)
})
