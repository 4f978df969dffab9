'use strict'

// The workshop in a fresh clone: every command as it is written, chapter by chapter, with short
// loads.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const {
  chapterFiles, findDifferences, parseBlocks, runBlocks, WORKSHOP
} = require('../../../scripts/lib/workshop/chapters')
const { cleanEnvironment, ROOT } = require('../../helpers/project')

const SHORT = { DURATION: '1' }
const ENOUGH = {
  '02-measure.md': { DURATION: '3' }, // fewer seconds have no line of their own
  '07-fix.md': { DURATION: '3' },
  '03-diagnose.md': {}, // Doctor wants data
  '05-confirm.md': { DURATION: '3' }, // with a second, one function may be missing
  '10-optimise.md': { ...SHORT, WARMUP: '0' },
  '12-prevent.md': { ...SHORT, WARMUP: '0' },
  '13-practice.md': { DURATION: '2' } // a diagnosis wants no less
}
const MARKERS = ['.package-lock.json', 'clinic', 'speedscope', 'vega', 'vega-lite', 'tap']
const CLONED = fs.existsSync(path.join(ROOT, '.git'))

t.test('the workshop', { skip: !CLONED && 'this is no git clone', timeout: 900_000 }, async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workshop-'))
  const clone = path.join(folder, 'clone') // a chapter makes a folder beside it
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'), 'junction')
  for (const marker of MARKERS) { // newer than the clone: make installs nothing
    fs.utimesSync(path.join(ROOT, 'node_modules', marker), new Date(), new Date())
  }

  for (const name of chapterFiles()) {
    await t.test(name, async (t) => {
      const blocks = parseBlocks(fs.readFileSync(path.join(WORKSHOP, name), 'utf8'))
      t.ok(blocks.length, 'it has commands')
      const env = cleanEnvironment({ OPEN: '0', NO_COLOR: '1', ...(ENOUGH[name] ?? SHORT) })
      const results = await runBlocks(blocks, { cwd: clone, env })
      t.strictSame(findDifferences(blocks, results), [])
    })
  }
})
