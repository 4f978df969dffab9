'use strict'

// docs/stages.md shows all differences between the stages, and they stay small.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../../scripts/lib/system/root')

/** The lines that a diff removes or adds, without blank ones. */
function changesOf (diff) {
  return diff.split('\n').filter((line) => /^[+-](?![+-]{2} )\s*\S/.test(line)).sort()
}

/** What git says of the code of two stages. */
function diffCode (a, b) {
  const diffs = ['index.js', 'util.js'].map((file) => {
    const args = ['diff', '--no-index', '-U0', `${a}/${file}`, `${b}/${file}`]
    return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout
  })
  return diffs.join('')
}

const fix = diffCode('slow', 'fast')
const optimization = diffCode('fast', 'optimized')

t.test('the page shows every line that changes, and no other', async (t) => {
  const page = fs.readFileSync(path.join(ROOT, 'docs/stages.md'), 'utf8')
  const diffs = Array.from(page.matchAll(/^```diff\n([^]*?)^```$/gm), ([, diff]) => diff)
  t.strictSame(changesOf(diffs.join('')), changesOf(fix + optimization))
})

t.test('slow and fast differ in two places of one file', async (t) => {
  t.strictSame(fix.match(/^--- .*/gm), ['--- a/slow/util.js'])
  t.equal(fix.match(/^@@ /gm).length, 2)
})

t.test('the step from fast to optimized stays as small as it is', async (t) => {
  const { length } = changesOf(optimization)
  t.ok(length <= 57, `${length} lines`)
})
