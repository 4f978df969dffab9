'use strict'

// docs/stages.md walks through the differences between the stages: it shows all of them, and they stay small.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { diffCode } = require('../../scripts/lib/workshop/exercise')
const { ROOT } = require('../../scripts/lib/system/root')

const page = fs.readFileSync(path.join(ROOT, 'docs/stages.md'), 'utf8')

/** The lines that a diff removes or adds, without blank ones. */
const changes = (diff) => diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line) && line.trim().length > 1)
const shown = [...page.matchAll(/^```diff\n([^]*?)^```$/gm)].flatMap(([, diff]) => changes(diff))
const [fix, optimization] = [['slow', 'fast'], ['fast', 'optimized']].map(([a, b]) => diffCode(a, b, 0))

t.test('the page shows every line that changes, and no other', async (t) => {
  t.strictSame(shown.toSorted(), changes(fix + optimization).toSorted())
})

t.test('slow and fast differ in two places of one file', async (t) => {
  t.strictSame(fix.match(/^--- .*/gm), ['--- slow/util.js'])
  t.equal(fix.match(/^@@ /gm).length, 2)
})

t.test('the step from fast to optimized stays as small as it is', async (t) => {
  t.ok(changes(optimization).length <= 52, `${changes(optimization).length} lines`)
})
