'use strict'

// A command has a script, an npm script and a target of make.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { readText: read, ROOT } = require('../helpers/project')

const scripts = fs.readdirSync(path.join(ROOT, 'scripts')).filter((file) => file.endsWith('.js'))
const manifest = JSON.parse(read('package.json'))
const makefile = read('Makefile')
const listOf = (variable) => makefile.match(new RegExp(`^${variable} = ((?:.*\\\\\n)*.*)`, 'm'))[1]

t.test('each script has an npm script of its name, and the other way round', async (t) => {
  const expected = Object.keys(profilers).map((tool) => [tool, `node scripts/profile.js ${tool}`])
  for (const file of scripts) expected.push([path.basename(file, '.js'), `node scripts/${file}`])
  const commands = Object.entries(manifest.scripts)
    .filter(([, script]) => script.startsWith('node scripts/'))
  t.strictSame(commands.sort(), expected.sort())
})

t.test('the Makefile runs each script, and no other', async (t) => {
  const run = [...makefile.matchAll(/\bnode scripts\/([\w-]+\.js)/g)].map(([, file]) => file)
  t.strictSame([...new Set(run)].sort(), scripts.sort())
})

t.test('each command checks Node.js and the packages first', async (t) => {
  for (const file of scripts) {
    const [, first] = read(`scripts/${file}`).match(/require\('(.*?)'\)/)
    t.equal(first, './lib/cli/preconditions', file)
  }
})

t.test('the Makefile knows the profilers and the optional packages', async (t) => {
  t.strictSame(listOf('PROFILERS').split(' ').sort(), Object.keys(profilers).sort())
  const [, packages] = listOf('FULL_PACKAGES').match(/,(.*)\)/)
  t.strictSame(packages.split(' '), Object.keys(manifest.optionalDependencies))
})

t.test('every target is phony', async (t) => {
  const env = { ...process.env, LC_ALL: 'C' }
  const { stdout } = spawnSync('make', ['-pn', 'help'], { cwd: ROOT, encoding: 'utf8', env })
  const targets = [...stdout.matchAll(/^(?!node_modules)([a-z][\w/-]*):.*\n(.*)/gm)]
  const files = targets.filter(([, , note]) => !note.includes('Phony'))
  t.strictSame(files.map(([, target]) => target), [])
})
