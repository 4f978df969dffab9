'use strict'

// docs/stages.md shows all differences between the stages.

const { spawnSync } = require('node:child_process')
const t = require('tap')
const { readText, ROOT } = require('../helpers/project')

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

t.test('the page shows every line that changes, and no other', async (t) => {
  const diffs = readText('docs/stages.md').matchAll(/^```diff\n([^]*?)^```$/gm)
  const shown = Array.from(diffs, ([, diff]) => diff).join('')
  const diff = diffCode('slow', 'fast') + diffCode('fast', 'optimized')
  t.strictSame(changesOf(shown), changesOf(diff))
})
