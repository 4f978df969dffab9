'use strict'

// make installs what a target needs, and no more; names the nearest target; and passes settings on.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../helpers/project')

const skip = spawnSync('make', ['--version']).error && 'make is not installed'

const BEFORE = new Date('2020-01-01')

/** An npm that writes down what it was asked for, and installs one file, or two with the devDependencies. */
const NPM = `#!/bin/sh
echo "$*" >> npm.log
rm -rf node_modules
mkdir node_modules
touch node_modules/.package-lock.json
case "$*" in *--omit=dev*) ;; ci) mkdir node_modules/tap ;; esac
`

/** A project in an empty folder, without packages. */
function emptyProject (t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'make-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  const manifests = ['.', 'slow', 'fast', 'optimized'].map((part) => path.join(part, 'package.json'))
  const lab = ['docs/labs/prof/lab.js', 'docs/labs/prof/servers']
  for (const part of ['Makefile', 'package-lock.json', 'scripts/lib/base', 'scripts/bench.js', ...manifests, ...lab]) {
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
  }
  fs.mkdirSync(path.join(folder, 'bin'))
  fs.writeFileSync(path.join(folder, 'bin/npm'), NPM, { mode: 0o755 })
  return folder
}

/** @returns {{code: number, stdout: string, stderr: string}} of make */
function make (folder, args, env = {}) {
  const { MAKEFLAGS, MAKELEVEL, HOST, PORT, ...surroundings } = process.env
  const PATH = [path.join(folder, 'bin'), process.env.PATH].join(path.delimiter)
  const options = { cwd: folder, encoding: 'utf8', env: { ...surroundings, PATH, ...env } }
  const { status, stdout, stderr } = spawnSync('make', args, options)
  return { code: status, stdout, stderr }
}

t.test('learners do without the devDependencies, tests get them, nothing is installed twice', { skip }, async (t) => {
  const folder = emptyProject(t)
  const installed = (...goals) => {
    const log = path.join(folder, 'npm.log')
    fs.rmSync(log, { force: true })
    make(folder, goals)
    return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\n').filter((line) => line.startsWith('ci')) : []
  }
  /** Makes package.json newer than the packages, as a change of it does. */
  const changeManifest = () => {
    const packages = ['.package-lock.json', 'tap'].map((name) => path.join(folder, 'node_modules', name))
    for (const file of packages.filter((file) => fs.existsSync(file))) fs.utimesSync(file, BEFORE, BEFORE)
  }

  t.strictSame(installed('install'), ['ci --omit=dev'])
  t.strictSame(installed('install'), [])
  changeManifest()
  t.strictSame(installed('install'), ['ci --omit=dev'], 'after a change of package.json')
  t.strictSame(installed('reliability'), ['ci'], 'what tests needs all')
  t.strictSame(installed('reliability', 'install'), [])
  changeManifest()
  t.strictSame(installed('install'), ['ci'], 'the devDependencies stay')
  t.strictSame(installed('reliability', 'install'), [])
  changeManifest()
  t.strictSame(installed('reliability', 'install'), ['ci'])
  fs.rmSync(path.join(folder, 'node_modules'), { recursive: true })
  t.strictSame(installed('reliability', 'install'), ['ci'], 'a fresh clone')
  fs.rmSync(path.join(folder, 'node_modules'), { recursive: true })
  spawnSync('bin/npm', ['ci'], { cwd: folder })
  t.strictSame(installed('reliability', 'install'), [], 'npm ci by hand will do')
})

t.test('without the packages a script says so in one line', async (t) => {
  const folder = emptyProject(t)
  for (const args of [[], ['--help'], ['slow']]) {
    const options = { cwd: folder, encoding: 'utf8' }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bench.js', ...args], options)
    t.equal(stderr, 'The packages are not installed. Run npm ci first.\n')
    t.equal(stdout, '')
    t.equal(status, 1)
  }
})

t.test('an unknown target is answered with the nearest', { skip }, async (t) => {
  const cases = [
    ['bench-slwo', 'Did you mean bench-slow?'],
    ['lab-prf', 'Did you mean lab-prof?'],
    ['start-prof/auth-snyc', 'Did you mean start-prof/auth-sync?'],
    ['chek-exercise', 'Did you mean check-exercise?'],
    ['reliability-sok', 'Did you mean reliability-soak?'],
    ['flame-ceiling', 'Did you mean flame-baseline?'],
    ['torture', 'Did you mean reliability-crash-test?'],
    ['soak', 'Did you mean reliability-soak?'],
    ['zzzzzz', 'make help lists the targets.']
  ]
  const folder = emptyProject(t)
  for (const [target, hint] of cases) {
    const { code, stderr } = make(folder, [target])
    t.equal(stderr.split('\n')[0], `There is no target ${target}. ${hint}`)
    t.equal(code, 2, target)
  }
  for (const file of ['Makefile', 'package.json', 'slow']) {
    const { code, stderr } = make(folder, [file])
    t.strictSame({ code, stderr }, { code: 0, stderr: '' }, file)
  }
  t.notOk(fs.existsSync(path.join(folder, 'npm.log')), 'nothing is installed for that')
})

t.test('help fits 80 columns', { skip }, async (t) => {
  const { code, stdout } = make(emptyProject(t), [])
  t.equal(code, 0)
  for (const line of stdout.split('\n')) t.ok(line.length <= 80, line)
  for (const target of ['bench-NAME', 'lab-LAB', 'reliability-CHECK']) {
    t.match(stdout, new RegExp(`^  ${target} +[A-Z]\\w`, 'm'), target)
  }
})

t.test('a variable that is no setting is an error', { skip }, async (t) => {
  const { folder } = copyProject(t)
  fs.copyFileSync(path.join(ROOT, 'package-lock.json'), path.join(folder, 'package-lock.json'))
  const untouched = ['-o', 'node_modules/.package-lock.json'] // the packages are this project's: nothing to install
  const { code, stderr } = make(folder, [...untouched, 'bench-fast', 'CONNECTION=10'])
  t.equal(stderr.split('\n')[0], 'bench: CONNECTION is not a setting of bench. Did you mean CONNECTIONS?')
  t.equal(code, 2)
  const { code: ignored } = make(folder, [...untouched, 'labs'], { CONNECTION: '10' })
  t.equal(ignored, 0, 'the environment is not checked')
  const { stderr: refused } = make(folder, [...untouched, 'start-slow', 'PORT=x y'])
  t.equal(refused.split('\n')[0], 'start: PORT must be a whole number from 0 to 65535, not "x y"')
})
