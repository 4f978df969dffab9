'use strict'

// The workshop in a fresh clone: every command as it is written, chapter by chapter, with short
// loads.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { runChapter } = require('../../../docs/tools/run-workshop')
const { cleanEnvironment, ROOT } = require('../../helpers/project')

// Doctor wants data.
const SHORTENED = /^make (?:bench|compare|flame|lab)\S*/gm
const DIAGNOSES = /^make (?:diagnose-\S+|check-case)/gm
const SHORT = 'DURATION=1'
const ENOUGH = {
  '02-measure.md': 'DURATION=3', // fewer seconds have no line of their own
  '07-fix.md': 'DURATION=3',
  '05-confirm.md': 'DURATION=3' // with a second, one function may be missing
}
const MARKERS = ['.package-lock.json', 'clinic', 'speedscope', 'tap']
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

  const chapters = path.join(ROOT, 'docs/workshop')
  for (const name of fs.readdirSync(chapters).filter((name) => /^\d/.test(name))) {
    await t.test(name, async (t) => {
      const chapter = fs.readFileSync(path.join(chapters, name), 'utf8')
        .replace(SHORTENED, `$& ${ENOUGH[name] ?? SHORT}`)
        .replace(DIAGNOSES, '$& ALONE=2 DURATION=4')
        .replaceAll(' A=fast', ' WARMUP=0 A=fast')
      t.match(chapter, /^```sh$/m)
      const env = cleanEnvironment({ CI: '1', NO_COLOR: '1' })
      t.strictSame((await runChapter(chapter, { cwd: clone, env })).differences, [])
    })
  }
})
