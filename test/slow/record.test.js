'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { COMMANDS } = require('../../docs/tools/record')
const { ROOT } = require('../helpers/project')

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
