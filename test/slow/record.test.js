'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { COMMANDS } = require('../../docs/tools/record')
const { copyProject, ROOT } = require('../helpers/project')

const FLAG = /--([\w-]+)/g
const CHECK = 'test/reliability/run.js'
const [major] = process.versions.node.split('.')

t.test('make record runs commands with settings that they have, and each check', async (t) => {
  const helps = {} // by script and check
  for (const command of COMMANDS) {
    const [script, operand] = command.split(' ')
    if (script === 'docs/tools/screenshots.js') continue
    const words = script === CHECK ? [script, operand] : [script]
    const args = [...words, '--help']
    helps[args] ??= execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
    for (const [flag] of command.matchAll(FLAG)) t.match(helps[args], new RegExp(flag), command)
  }
  for (const file of fs.readdirSync(path.join(ROOT, 'test/reliability/checks'))) {
    const { name } = path.parse(file)
    t.ok(COMMANDS.some((command) => command.split(' ').includes(name)), name)
  }
})

t.test('what a command saves becomes a file of the docs, without our paths', async (t) => {
  const project = copyProject(t, {
    '.nvmrc': major,
    'scripts/preflight.js': '',
    'scripts/lab.js': `require('node:fs').mkdirSync('results')
      const file = 'results/2026-01-02T03-04-05-678Z-lab-prof.json'
      require('node:fs').writeFileSync(file, JSON.stringify(process.cwd() + '/slow/index.js'))
      console.log('saved       ' + file)`
  }, ['docs/labs'])
  const { code } = await project.run(['record.js', '--only', 'scripts/lab.js prof'])
  t.equal(code, 0)
  t.equal(project.read('docs/results/lab-prof.json'), '"slow/index.js"')
  t.strictSame(project.results(), [], 'it is moved')
})
