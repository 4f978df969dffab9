'use strict'

// Chapters of the workshop in a fresh clone: every command as it is written, with short loads.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { runChapter } = require('../../docs/tools/run-workshop')
const { cleanEnvironment, ROOT } = require('./project')

const CHAPTERS = path.join(ROOT, 'docs/workshop')
// One file of tests runs the chapters of a group. Those of two files run at the same time.
const GROUPS = [
  ['alone', /^(03|08)/], // Doctor and the diagnoses: other programs would disturb them
  ['on port 3000', /^(05|06|14)/], // one of them has it at a time
  ['others', /^/]
]
const LONGER = /^(02|05|07)/ // with a second, no rate by second is shown, or a function is missing
const LOADS = /^make (?:bench|compare|flame|lab)\S*/gm
const DIAGNOSES = /^make (?:diagnose-\S+|check-case)/gm
const MARKERS = ['.package-lock.json', 'clinic', 'speedscope', 'tap']
const isClone = fs.existsSync(path.join(ROOT, '.git'))

/** Makes a clone in which make installs nothing: the packages are newer. */
function makeClone () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workshop-'))
  const clone = path.join(folder, 'clone') // a chapter makes a folder beside it
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'), 'junction')
  for (const marker of MARKERS) {
    fs.utimesSync(path.join(ROOT, 'node_modules', marker), new Date(), new Date())
  }
  return clone
}

function readChapter (name, clone) {
  return fs.readFileSync(path.join(CHAPTERS, name), 'utf8')
    .replaceAll(' DURATION=40', '')
    .replace(LOADS, `$& DURATION=${LONGER.test(name) ? 3 : 1}`)
    .replace(DIAGNOSES, '$& ALONE=2 DURATION=4')
    .replace(/^(make compare.*) A=fast/gm, '$1 WARMUP=0 A=fast')
    .replace(/^make lab.*/gm, '$& RUNS=2')
    .replace(/^(make compare.*) RUNS=\d/gm, '$1 RUNS=3')
    .replaceAll('[s]low/index.js', `${clone}/$&`) // another test may run its own slow
}

const groupOf = (chapter) => GROUPS.find(([, pattern]) => pattern.test(chapter))[0]

/** Tests the chapters of a group. */
function testChapters (group) {
  const options = { skip: !isClone && 'this is no git clone', timeout: 900_000 }
  t.test('the workshop', options, async (t) => {
    const cwd = makeClone()
    const env = cleanEnvironment({ CI: '1', NO_COLOR: '1' })
    const names = fs.readdirSync(CHAPTERS).filter((name) => /^\d/.test(name))
    for (const name of names.filter((name) => groupOf(name) === group)) {
      await t.test(name, async (t) => {
        const chapter = readChapter(name, cwd)
        t.match(chapter, /^```sh$/m)
        t.strictSame((await runChapter(chapter, { cwd, env })).differences, [])
      })
    }
  })
}

module.exports = { testChapters }
