'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')
const { problems, run } = require('./checks/crash-test')
const { crashCommand } = require('./crash')

const skip = process.platform !== 'linux' && 'it reads /proc'

t.test('a killed command leaves nothing behind and works again', { skip }, async (t) => {
  const findings = await run({ operands: ['bench'], tries: 1, seed: 1 })
  t.strictSame(problems(findings), [])
  const [{ killed, undisturbed }] = findings.commands
  t.strictSame({ killed, undisturbed }, { killed: { 'the server': 1 }, undisturbed: 1 })
})

t.test('nor do the other commands, whatever is killed', { skip }, async (t) => {
  const { folder } = copyProject(t)
  for (const [name, victim, signal, at] of [
    ['compare', 'command', 'SIGKILL', 2000],
    ['profile', 'generator', 'SIGTERM', 0],
    ['live', 'server', 'SIGKILL', 1000]
  ]) {
    const outcome = await crashCommand(name, folder, { victim, signal, at })
    t.strictSame(outcome, { hasCrashed: true, problems: [] }, `${name}, ${victim}`)
  }
})

const LITTER = `const fs = require('node:fs')
require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref()
fs.mkdirSync('results', { recursive: true })
fs.writeFileSync('results/half.json', '{')
fs.writeFileSync(process.env.TMPDIR + '/litter', '')
process.exit(1)`

t.test('what a command leaves behind is found, and that it fails', { skip }, async (t) => {
  const { folder } = copyProject(t)
  fs.writeFileSync(path.join(folder, 'scripts/bench.js'), LITTER)
  const outcome = await crashCommand('bench', folder)
  t.strictSame(outcome, {
    hasCrashed: false,
    problems: [
      'it failed: ', 'left running: sleep 60 ', 'a broken result: half.json',
      'a temporary file: litter'
    ]
  })
  const commands = [{ command: 'bench', killed: {}, undisturbed: 1, problems: ['it failed'] }]
  t.strictSame(problems({ commands }),
    ['bench: killed: ; undisturbed: 1 ×; 1 problems; it failed'])
})
