'use strict'

// What the docs name exists, and what exists is documented. (make lint checks their links.)

const fs = require('node:fs')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { labNames } = require('../../scripts/lib/experiments/labs')
const { ROOT } = require('../helpers/project')

const PACKAGE = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const help = execFileSync('make', ['--no-print-directory', 'help'], { cwd: ROOT, encoding: 'utf8' })
const targets = [...help.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name)
const listFiles = (pattern) => execFileSync(
  'git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], { cwd: ROOT, encoding: 'utf8' }
).trim().split('\n').filter((file) => fs.existsSync(path.join(ROOT, file)))
const text = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const reliability = text('docs/reliability.md')
const pages = listFiles('*.md').filter((page) => page !== 'docs/CHANGELOG.md') // it names what no longer exists

for (const page of pages) {
  t.test(`${page}: the targets and scripts that it names exist`, async (t) => {
    for (const [command, target] of text(page).matchAll(/\bmake ([a-z][\w/-]*)(?=[\s`,;:.)]|$)/g)) {
      if (inCode(page, command)) t.ok(isMakeTarget(target), command)
    }
    for (const [command, script] of text(page).matchAll(/\bnpm run ([\w-]+)/g)) t.ok(PACKAGE.scripts[script], command)
    for (const [, file] of text(page).matchAll(/\bnode (scripts\/[\w/-]+\.js)/g)) {
      t.ok(fs.existsSync(path.join(ROOT, file)), file)
    }
  })
}

/** Whether it stands in a fence of commands or in backticks: "make it so" is no command. */
function inCode (page, command) {
  const named = new RegExp(`${command}(?![\\w/-])`)
  return [...text(page).matchAll(/```sh[^]*?```|`[^`\n]+`/g)].some(([code]) => named.test(code))
}

function isMakeTarget (name) {
  if (targets.includes(name)) return true
  const [, what, subject] = name.match(/^([a-z]+)-(.*)$/) ?? []
  if (what === 'reliability') {
    return subject === 'CHECK' || reliability.includes(`<!-- reliability-${subject} -->`)
  }
  if (what === 'lab') return subject === 'LAB' || labNames().includes(subject)
  if (!targets.includes(`${what}-NAME`)) return false
  return subject === 'NAME' || subject === 'exercise' || isTarget(subject)
}

function isTarget (name) {
  try {
    return Boolean(findTarget(name))
  } catch (err) {
    return /is not installed/.test(err.message)
  }
}

t.test('the reference has the targets of make, and the flags of the commands', async (t) => {
  const reference = text('docs/reference.md')
  t.ok(targets.length > 30, `${targets.length} targets`)
  t.ok(reference.includes(help.trim()))
  t.match(reference, /^### bench$[^]*^Usage: node scripts\/bench\.js/m)
})

t.test('code that is quoted in the docs stands in the code', async (t) => {
  const code = listFiles('*.js').map(text).join('\n')
  for (const page of pages) {
    for (const [, fence] of text(page).matchAll(/```js\n([^]*?)```/g)) {
      const lines = fence.split('\n').filter((line) => line.trim() && !/^\s*[/]{2}|…/.test(line))
      for (const line of lines) t.ok(code.includes(line.trim()), `${page}: ${line}`)
    }
  }
})

t.test('files that are named in the docs exist', async (t) => {
  for (const page of pages) {
    const named = /`((?:slow|fast|optimized|scripts|test|docs)\/[\w./-]*)`/g
    for (const [, name] of text(page).replace(/```text[^]*?```/g, '').matchAll(named)) {
      t.ok(fs.existsSync(path.join(ROOT, name)), `${page}: ${name}`)
    }
  }
})

t.test('pictures with a light and a dark file exist', async (t) => {
  for (const page of pages) {
    for (const [, file] of text(page).matchAll(/<(?:img src|source media="[^"]*" srcset)="(?!https:)([^"]+)"/g)) {
      t.ok(fs.existsSync(path.join(ROOT, path.dirname(page), file)), `${page}: ${file}`)
    }
  }
})
