'use strict'

// What a reader meets without asking, up to the end of chapter 4, does not name the fault of slow.
// Folded parts are asked for. A command that a chapter runs is not: its recorded output counts.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readText: read, ROOT } = require('../helpers/project')

const FAULT = new RegExp([
  'listener', 'emitter', '\\bleak', 'attachAfterEvent', 'defaultMax',
  'grows? with (every|each) request', '(each|every) request (adds|leaves)'
].join('|'), 'i')
const OUTPUT = /<!-- output.*? -->\n([^]*?)<!-- \/output -->/g
const FIND = 'docs/workshop/04-find.md' // its flame graph is the first to show a name

const unfolded = (text) => text.replace(/<details>[^]*?<\/details>/g, '')
const outputs = (text) => Array.from(text.matchAll(OUTPUT), ([, output]) => output).join('\n')

function linesWithFault (text) {
  return text.split('\n').filter((line) => FAULT.test(line))
}

const folder = path.join(ROOT, 'docs/workshop')
const chapters = fs.readdirSync(folder).filter((name) => /^0[1-4]/.test(name))
const pages = ['README.md', 'docs/README.md', 'docs/workshop/README.md']
pages.push(...chapters.map((name) => `docs/workshop/${name}`))

for (const page of pages) {
  t.test(page, async (t) => {
    t.strictSame(linesWithFault(unfolded(read(page))), [])
    if (page !== FIND) t.strictSame(linesWithFault(outputs(read(page))), [])
  })
}

t.test('the list of all chapters has their titles', async (t) => {
  for (const name of fs.readdirSync(folder)) {
    t.notMatch(name, FAULT)
    t.notMatch(read(`docs/workshop/${name}`).match(/^# .*/m)[0], FAULT)
  }
})

t.test('make help', async (t) => {
  t.strictSame(linesWithFault(execFileSync('make', ['help'], { cwd: ROOT, encoding: 'utf8' })), [])
})

t.test('the slides up to the flame graph, without their notes', async (t) => {
  const [before] = read('docs/slides/slides.md').split('# How to read a flame graph')
  t.strictSame(linesWithFault(before.replace(/<!--[^]*?-->/g, '')), [])
})
