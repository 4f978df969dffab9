'use strict'

// A command has a script, an npm script and a target of make.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const profilers = require('../../scripts/lib/profiling/profilers')
const { ROOT } = require('../helpers/project')

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const scripts = fs.readdirSync(path.join(ROOT, 'scripts')).filter((file) => file.endsWith('.js'))
const names = scripts.map((file) => path.basename(file, '.js'))
const npmScripts = JSON.parse(read('package.json')).scripts
const makefile = read('Makefile')

t.test('each script has an npm script of its name, and the other way round', async (t) => {
  const ofCommands = Object.entries(npmScripts).filter(([, script]) => script.startsWith('node scripts/'))
  const ofTools = Object.keys(profilers).map((tool) => [tool, `node scripts/profile.js ${tool}`])
  t.strictSame(ofCommands.sort(), [...names.map((name) => [name, `node scripts/${name}.js`]), ...ofTools].sort())
})

t.test('the Makefile runs each script, and no other', async (t) => {
  const run = [...makefile.matchAll(/\bnode (?:scripts|test\/reliability)\/([\w-]+)\.js/g)].map(([, name]) => name)
  t.strictSame([...new Set(run)].filter((name) => name !== 'run').sort(), names.sort())
  for (const [, script] of makefile.matchAll(/\bnpm (?:run )?(?:--silent )?(test|lint|[\w-]+-all)\b/g)) {
    t.ok(npmScripts[script] || script === 'test-all', `npm run ${script}`)
  }
})

for (const name of names) {
  t.test(`${name} checks Node.js and the packages first`, async (t) => {
    t.equal(read(`scripts/${name}.js`).match(/require\('(.*?)'\)/)[1], './lib/base/preconditions')
  })
}

t.test('every target of make is phony and has a sentence for make help, of at most 80 columns', async (t) => {
  const tools = makefile.match(/^PROFILERS = (.*)/m)[1]
  t.strictSame(tools.split(' ').sort(), Object.keys(profilers).sort())
  const all = makefile.match(/^ALL = ((?:.*\\\n)*.*)/m)[1].replaceAll('$(PROFILERS)', tools)
  for (const [, target, sentence] of makefile.matchAll(/^([a-z-]+): .*?## (.*)/gm)) {
    t.match(all, new RegExp(`(^|\\s)${target}(\\s|$)`), target)
    t.ok(sentence.length <= 59, sentence)
  }
  const ofTargets = all.match(/foreach command,([a-z ]+),/)[1].split(' ')
  for (const [, list, target] of makefile.matchAll(/^\$\((\w+):%=([a-z]+)-%\):/gm)) {
    const isPhony = list === 'TARGETS'
      ? ofTargets.includes(target)
      : all.includes(`$(${list}:%=${target}-%)`)
    t.ok(isPhony, target)
  }
})
