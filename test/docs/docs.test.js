'use strict'

// What the docs name and link to exists. update-docs.test.js checks the reference.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { labNames } = require('../../scripts/lib/compare/labs')
const { listFiles, readText: read, ROOT } = require('../helpers/project')

const LINK = /\]\((?!\w+:|URL)([^()\s#]*)#?([^()\s]*)\)|(?:href|src|srcset)="(?!\w+:)([^"#]+)"/g
const FENCE = /^ *```[^]*?^ *```/gm
const DOUBLED = /(?<![\w-])(\w{2,})[ \n]\1(?![\w-])/i
const OF_GITHUB = /^\.\.\/\.\.\/(codespaces|actions)/ // pages of a repository there
const NAMED_FILE = /`((?:slow|fast|optimized|scripts|test|docs)\/[\w./-]*)`/g
const help = execFileSync('make', ['help-all'], { cwd: ROOT, encoding: 'utf8' })
const targets = Array.from(help.matchAll(/^ {2}(\S+)/gm), ([, name]) => name)
// Markdown takes a line that begins with a comment for HTML.
const BEGINS_LINE = /^<!-- (\S+) -->\S.*<!-- \/\1 -->.*/m
const [, all] = read('Makefile').match(/^STAGES = (.*)/m)
const names = [...all.split(' '), ...labServers(), 'NAME']

function labServers () {
  return listFiles('docs/labs/*/servers/*.js')
    .map((file) => file.replace(/^docs\/labs\/(.*)\/servers\/(.*)\.js$/, '$1/$2'))
}

const checks = fs.readdirSync(path.join(ROOT, 'test/reliability/checks'))
  .map((file) => path.basename(file, '.js'))

const { scripts } = JSON.parse(read('package.json'))
const code = listFiles('*.js').map(read).join('\n')

function isMakeTarget (name) {
  if (targets.includes(name)) return true
  const [, what, subject] = name.match(/^([a-z]+)-(.*)$/) ?? []
  if (what === 'lab') return ['LAB', ...labNames()].includes(subject)
  if (what === 'reliability') return ['CHECK', ...checks].includes(subject)
  return targets.includes(`${what}-NAME`) && names.includes(subject)
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf (page) {
  const text = read(page).replace(FENCE, '')
  return Array.from(text.matchAll(/^#+ (.*)/gm), ([, heading]) => heading.toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-'))
}

const exists = (t, file, what = file) => t.ok(fs.existsSync(path.join(ROOT, file)), what)

// The change log names what no longer exists.
for (const page of listFiles('*.md').filter((page) => page !== 'docs/CHANGELOG.md')) {
  const text = read(page)

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

for (const page of listFiles('*.md')) {
  t.test(`${page}: its links lead somewhere, and no word is doubled`, async (t) => {
    const prose = read(page).replace(FENCE, '').replace(/<!--[^]*?-->|`[^`\n]+`/g, '…')
    for (const [, file, anchor, source = file] of prose.matchAll(LINK)) {
      if (OF_GITHUB.test(source)) continue
      const target = source ? path.join(path.dirname(page), source) : page
      exists(t, target, `a link to ${source}`)
      if (anchor && target.endsWith('.md')) t.ok(anchorsOf(target).includes(anchor), anchor)
    }
    const words = prose.replace(/\]\([^)]*\)|<[^>]+>|^\|.*/gm, '')
    t.equal(words.match(DOUBLED)?.[0], undefined)
    t.equal(read(page).match(BEGINS_LINE)?.[0], undefined, 'no figure begins a line')
  })
}

const NAME = '(slow|fast|optimized|baseline)'
const BENCH = new RegExp(`^${NAME}: 100 connections for 10 s,[^]*?Req/Sec +│ +([\\d,.]+)`, 'gm')
const SERIES = new RegExp(`^\\| ${NAME} \\| [≥\\s]*([\\d,.]+)`, 'gm')

/** The req/s of each row of a table, or table of a run. */
function ratesIn (text, pattern) {
  return Array.from(text.matchAll(pattern), ([, name, rate]) =>
    [name, Number(rate.replaceAll(',', ''))])
}

t.test('runs that chapters show are about as fast as the series in README', async (t) => {
  const series = Object.fromEntries(ratesIn(read('README.md'), SERIES))
  const runs = listFiles('docs/workshop/*.md').flatMap((page) => ratesIn(read(page), BENCH))
  t.ok(runs.length > 1, `${runs.length} runs`)
  for (const [name, rate] of runs) {
    const ratio = rate / series[name]
    t.ok(ratio > 1 / 1.5 && ratio < 1.5, `${name}: ${rate}, in README ${series[name]}`)
  }
})

for (const [chapter, name] of [['02-measure', 'slow'], ['09-protect', 'lab-overload']]) {
  t.test(`${chapter}: the picture and the output are one run`, async (t) => {
    const { startedAt } = JSON.parse(read(`docs/results/${name}.json`))
    const file = `results/${startedAt.replace(/[:.]/g, '-')}-${name}.json`
    t.ok(read(`docs/workshop/${chapter}.md`).includes(file), file)
  })
}
