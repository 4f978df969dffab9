'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { problems, torture } = require('./crash-test')
require('../helpers/without-tap-loader')

const { signal } = new AbortController()
const skip = process.platform !== 'linux' && 'it looks for processes in /proc'

t.test('killed at random moments, no command leaves anything behind', { skip, timeout: 300_000 }, async (t) => {
  const found = await torture(undefined, { tries: 2, seed: 20 }, { signal })
  t.strictSame(problems(found), [])
  t.equal(found.targets.length, 5)
  for (const { target, struck, alone } of found.targets) {
    t.equal(Object.values(struck).reduce((a, b) => a + b), 2, `${target} was struck`)
    t.ok(alone >= 1, `${target} was left alone, and worked`)
  }
})

// A kill by chance cannot be relied on to hit a fault: these three are there whenever bench is killed.
const FAULTS = "require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref()\n" +
  "require('node:fs').mkdirSync('results', { recursive: true })\n" +
  "require('node:fs').writeFileSync('results/half.json', '{')\n" +
  "require('node:fs').writeFileSync(require('node:path').join(process.env.TMPDIR, 'litter'), '')\n"

t.test('what a command leaves behind is found', { skip, timeout: 120_000 }, async (t) => {
  const prepare = (project) => {
    const file = path.join(project, 'scripts/bench.js')
    fs.writeFileSync(file, FAULTS + fs.readFileSync(file, 'utf8'))
  }
  const found = problems(await torture('bench', { tries: 1, seed: 1 }, { signal, prepare }))
  const [one, two, three, ...more] = found.filter((problem) => !problem.startsWith('bench, left alone'))
  t.match(one, /^bench, SIG\w+ to the \w+ after \d+ ms: left running: sleep 60/)
  t.match(two, /a broken result: .*half\.json/)
  t.match(three, /a temporary file: litter/)
  t.strictSame(more, [])
})

t.test('a command that works no more is found', { skip, timeout: 120_000 }, async (t) => {
  const prepare = (project) => fs.writeFileSync(path.join(project, 'fast/index.js'), 'process.exit(1)\n')
  const found = problems(await torture('bench', { tries: 1, seed: 1 }, { signal, prepare }))
  t.match(found.at(-1), /^bench, left alone: it failed: bench: /)
})

t.test('an unknown command is no target', { skip }, async (t) => {
  await t.rejects(torture('bensh', { tries: 1, seed: 1 }, { signal }), { message: /^unknown command "bensh": choose from bench, compare/ })
})
