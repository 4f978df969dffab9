'use strict'

// The docs, held against the project: what they name exists, and what exists is named.

const fs = require('node:fs')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { labNames } = require('../../scripts/lib/experiments/labs')
const { makefile } = require('../../scripts/lib/docs/reference-page')
const { ROOT } = require('../helpers/project')

const PACKAGE = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
const text = (page) => fs.readFileSync(path.join(ROOT, page), 'utf8')
const prose = (page) => text(page).replace(/```[^]*?```/g, '').replace(/`[^`]*`/g, '')

/** The headings of a page as GitHub makes anchors of them. */
function anchors (page) {
  const seen = new Map()
  return [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    const anchor = heading.replace(/[`*]/g, '').toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count ? `${anchor}-${count}` : anchor
  })
}

for (const page of pages) {
  t.test(`${page}: its links and pictures lead somewhere`, async (t) => {
    for (const [, target] of prose(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [file, anchor] = target.split('#')
      const there = file ? path.join(path.dirname(page), file) : page
      t.ok(fs.existsSync(path.join(ROOT, there)), target)
      if (anchor && there.endsWith('.md')) t.ok(anchors(there).includes(anchor), `${target}: ${anchors(there).join(' ')}`)
    }
  })

  t.test(`${page}: the targets and scripts that it names exist`, async (t) => {
    for (const [command, target] of text(page).matchAll(/\bmake ([a-z][\w/-]*)(?=[\s`,;:.)]|$)/g)) {
      if (inCode(page, command)) t.ok(isMakeTarget(target), command)
    }
    for (const [command, script] of text(page).matchAll(/\bnpm run ([\w-]+)/g)) t.ok(PACKAGE.scripts[script], command)
    for (const [, file] of text(page).matchAll(/\bnode (scripts\/[\w/-]+\.js)/g)) t.ok(fs.existsSync(path.join(ROOT, file)), file)
  })
}

/** Whether it stands in a fence of commands or in backticks: "make it so" is no command. */
function inCode (page, command) {
  return [...text(page).matchAll(/```sh[^]*?```|`[^`\n]+`/g)].some(([code]) => new RegExp(`${command}(?![\\w/-])`).test(code))
}

const targets = makefile().flatMap(({ targets }) => targets.map(({ name }) => name))

function isMakeTarget (name) {
  if (targets.includes(name)) return true
  const [, what, subject] = name.match(/^([a-z]+)-(.*)$/) ?? []
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

t.test('every target is in the reference, and every script in package.json has one', async (t) => {
  const reference = text('docs/reference.md')
  for (const name of targets) t.ok(reference.includes(`\`make ${name}\``), name)
  const recipes = fs.readFileSync(path.join(ROOT, 'Makefile'), 'utf8')
  for (const [, file] of Object.values(PACKAGE.scripts).map((script) => script.match(/^node (scripts\/\S+)$/)).filter(Boolean)) t.ok(recipes.includes(file), file)
  for (const file of fs.readdirSync(path.join(ROOT, 'scripts')).filter((file) => file.endsWith('.js'))) {
    t.ok(Object.values(PACKAGE.scripts).includes(`node scripts/${file}`), `scripts/${file} has an npm script`)
  }
})

t.test('code that is quoted in the docs stands in the code', async (t) => {
  const code = execFileSync('git', ['ls-files', '*.js'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
    .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8')).join('\n')
  for (const page of pages) {
    for (const [, fence] of text(page).matchAll(/```js\n([^]*?)```/g)) {
      for (const line of fence.split('\n').filter((line) => line.trim() && !/^\s*[/]{2}|…/.test(line))) t.ok(code.includes(line.trim()), `${page}: ${line}`)
    }
  }
})

t.test('files that are named in the docs exist', async (t) => {
  for (const page of pages) {
    for (const [, name] of text(page).replace(/```text[^]*?```/g, '').matchAll(/`((?:slow|fast|optimized|scripts|test|docs)\/[\w./-]*)`/g)) {
      t.ok(fs.existsSync(path.join(ROOT, name)), `${page}: ${name}`)
    }
  }
})

// Figures that may stand in prose, because no run of ours has measured them. What was measured stands in a block that make
// readme or make run-workshop writes.
const FIGURES = {
  'the sources say so': ['200 ×', '200 times', '217 ×', '217 times', '5,011 requests', '23 requests', '231 requests', '375 µs', '17 %', '80 %', '300 %', '190,000 requests', '600 KB', '96 %', '9 %', '30 %'],
  'it is a setting': ['10 KB', '550 KB', '150 requests', '50 requests', '42 ms', '250 requests', '100 ms', '50 ms', '200 ms', '1.5 times', '1,000 req/s', '70 %'],
  'it is a level of confidence, a definition or an example': ['95 %', '99 %', '99.9 %', '100 %', '1 ms', '5 %', '3 %', '12 %', '4,000 requests', '20,000 requests', '500 requests', '40 ms', '0.2 ms']
}

t.test('figures in prose are the sources\', settings or examples: the measured ones are recorded', async (t) => {
  const known = new Set(Object.values(FIGURES).flat())
  for (const page of pages) {
    const prose = text(page).replace(/<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g, '').replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '')
    for (const [figure] of prose.matchAll(/\d[\d,.]*?\s?(?:req\/s|requests|ms\b|µs|×|%|times|[kKM]B)/g)) {
      t.ok(known.has(figure.replace('\n', ' ')), `${page}: ${figure}`)
    }
  }
})
