'use strict'

// What the docs name exists. update-docs.test.js checks the reference.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { labNames } = require('../../scripts/lib/compare/labs')
const { listFiles, readText: read, ROOT } = require('../helpers/project')

const NAMED_FILE = /`((?:slow|fast|optimized|scripts|test|docs)\/[\w./-]*)`/g
const help = execFileSync('make', ['help'], { cwd: ROOT, encoding: 'utf8' })
const targets = Array.from(help.matchAll(/^ {2}(\S+)/gm), ([, name]) => name)
const [, all] = read('Makefile').match(/^STAGES = (.*)/m)
const names = [...all.split(' '), ...labServers(), 'NAME']

function labServers () {
  return listFiles('docs/labs/*/servers/*.js')
    .map((file) => file.replace(/^docs\/labs\/(.*)\/servers\/(.*)\.js$/, '$1/$2'))
}

const { scripts } = JSON.parse(read('package.json'))
const code = listFiles('*.js').map(read).join('\n')

const isReliabilityCheck = (name) =>
  fs.existsSync(path.join(ROOT, `test/reliability/checks/${name}.js`))

function isMakeTarget (name) {
  if (targets.includes(name)) return true
  const [, what, subject] = name.match(/^([a-z]+)-(.*)$/) ?? []
  if (what === 'lab') return ['LAB', ...labNames()].includes(subject)
  if (what === 'reliability') {
    return subject === 'CHECK' || isReliabilityCheck(subject)
  }
  return targets.includes(`${what}-NAME`) && names.includes(subject)
}

// The change log names what no longer exists.
for (const page of listFiles('*.md').filter((page) => page !== 'docs/CHANGELOG.md')) {
  const text = read(page)
  const exists = (t, file) => t.ok(fs.existsSync(path.join(ROOT, file)), file)

  t.test(`${page}: the targets, files and code that it names exist`, async (t) => {
    const commands = text.match(/```sh[^]*?```|`[^`\n]+`/g) ?? [] // "make it so" is no command
    for (const command of commands) {
      for (const [, target] of command.matchAll(/\bmake ([a-z][\w/-]*)(?=[\s`,;:.)]|$)/g)) {
        t.ok(isMakeTarget(target), `make ${target}`)
      }
    }
    for (const [, script] of text.matchAll(/\bnpm run ([\w-]+)/g)) t.ok(scripts[script], script)
    for (const [, file] of text.matchAll(/\bnode (scripts\/[\w/-]+\.js)/g)) exists(t, file)
    for (const [, file] of text.replace(/```text[^]*?```/g, '').matchAll(NAMED_FILE)) {
      exists(t, file)
    }
    for (const [, quoted] of text.matchAll(/```js\n([^]*?)```/g)) {
      const lines = quoted.split('\n').filter((line) => line.trim() && !/^\s*[/]{2}|…/.test(line))
      for (const line of lines) t.ok(code.includes(line.trim()), line)
    }
  })
}
