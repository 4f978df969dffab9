'use strict'

// A command has a script, an npm script and a target of make.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { readText: read, ROOT } = require('../helpers/project')

const scripts = fs.readdirSync(path.join(ROOT, 'scripts')).filter((file) => file.endsWith('.js'))
const manifest = JSON.parse(read('package.json'))
const makefile = read('Makefile')

t.test('each script and profiler has an npm script of its name, and no other has', async (t) => {
  const expected = Object.keys(profilers).map((tool) => [tool, `node scripts/profile.js ${tool}`])
  for (const file of scripts) expected.push([path.basename(file, '.js'), `node scripts/${file}`])
  const commands = Object.entries(manifest.scripts)
    .filter(([, script]) => script.startsWith('node scripts/'))
  t.strictSame(commands.sort(), expected.sort())
})

t.test('the Makefile knows the scripts, profilers and optional packages', async (t) => {
  const run = makefile.matchAll(/\bnode scripts\/([\w-]+\.js)/g)
  t.strictSame([...new Set(Array.from(run, ([, file]) => file))].sort(), scripts.sort())
  const [, tools] = makefile.match(/^PROFILERS = (.*)/m)
  t.strictSame(tools.split(' ').sort(), Object.keys(profilers).sort())
  const [, packages] = makefile.match(/^FULL_PACKAGES = .*,(.*)\)/m)
  t.strictSame(packages.split(' '), Object.keys(manifest.optionalDependencies))
})

t.test('each command checks Node.js and the packages first', async (t) => {
  for (const file of scripts) {
    const [, first] = read(`scripts/${file}`).match(/require\('(.*?)'\)/)
    t.equal(first, './lib/cli/preconditions', file)
  }
})
