'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { COMMANDS } = require('../../docs/tools/record')
const { copyProject, ROOT } = require('../helpers/project')

const FLAG = /--([\w-]+)/g
const options = { cwd: ROOT, encoding: 'utf8' }

t.test('make record runs commands that exist, with settings that they have', async (t) => {
  const helps = {} // by script and check
  for (const command of COMMANDS) {
    const [script, operand] = command.split(' ')
    if (script === 'docs/tools/screenshots.js') continue
    const args = script.startsWith('test/') ? [script, operand] : [script]
    helps[args.join()] ??= execFileSync(process.execPath, [...args, '--help'], options)
    for (const [flag] of command.matchAll(FLAG)) t.match(helps[args.join()], flag, command)
  }
})

t.test('it runs each reliability check', async (t) => {
  for (const file of fs.readdirSync(path.join(ROOT, 'test/reliability/checks'))) {
    const { name } = path.parse(file)
    t.ok(COMMANDS.some((command) => command.split(' ').includes(name)), name)
  }
})

t.test('the series that the docs quote has the stages and the baseline', async (t) => {
  const project = copyProject(t)
  const settings = ['--runs=2', '--duration=1', '--warmup=0', '--connections=10']
  const { code, stdout } = await project.run(['record-series.js', ...settings])
  t.equal(code, 0)
  t.match(stdout, /baseline/)
  const [node] = process.versions.node.split('.')
  const { targets } = JSON.parse(project.read(`docs/results/bench-node-${node}.json`))
  t.strictSame(targets.map(({ name, runs }) => [name, runs.length]),
    [['slow', 2], ['fast', 2], ['optimized', 2], ['baseline', 2]])
})
