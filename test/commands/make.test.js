'use strict'

// make installs what a target needs, and no more; names the nearest target; and passes settings on.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { cleanEnvironment, copyProject, ROOT } = require('../helpers/project')

const skip = spawnSync('make', ['--version']).error && 'make is not installed'
const BEFORE = new Date('2020-01-01')
const BASE = 'ci --omit=dev --omit=optional'
const COPIED = [
  'Makefile',
  'package-lock.json',
  'package.json',
  'slow/package.json',
  'fast/package.json',
  'optimized/package.json',
  'scripts/lib/base',
  'scripts/bench.js',
  'docs/labs/prof/lab.js',
  'docs/labs/prof/servers',
  'test/reliability/checks'
]

/**
 * An npm that writes down what it was asked for and makes empty packages. It fails where there is a
 * file `offline`, after npm ci has deleted the packages, and leaves out what the file `left-out` names.
 */
const NPM = `#!${process.execPath}
const fs = require('node:fs')
const [command, ...flags] = process.argv.slice(2)
const asked = [command, ...flags].filter((word) => word !== '--loglevel=error')
fs.appendFileSync('npm.log', asked.join(' ') + '\\n')
if (command === 'ci') fs.rmSync('node_modules', { recursive: true, force: true })
if (fs.existsSync('offline')) process.exit(1)
const manifest = JSON.parse(fs.readFileSync('package.json'))
const names = Object.keys(manifest.dependencies)
if (!flags.includes('--omit=optional')) names.push(...Object.keys(manifest.optionalDependencies))
if (!flags.includes('--omit=dev')) names.push(...Object.keys(manifest.devDependencies))
const leftOut = fs.existsSync('left-out') && fs.readFileSync('left-out', 'utf8')
for (const name of names.filter((name) => name !== leftOut)) {
  fs.mkdirSync('node_modules/' + name, { recursive: true })
  fs.writeFileSync('node_modules/' + name + '/package.json', '{}')
}
fs.writeFileSync('node_modules/.package-lock.json', '{}')
`

/** A project without packages, and with an npm that pretends. */
function emptyProject (t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'make-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  for (const part of COPIED) {
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
  }
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text)
  const remove = (name) => fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  fs.mkdirSync(path.join(folder, 'bin'))
  fs.writeFileSync(path.join(folder, 'bin/npm'), NPM, { mode: 0o755 })

  /** Runs make; `npm` are the calls of npm. */
  function run (...goals) {
    remove('npm.log')
    const result = make(folder, goals)
    const log = path.join(folder, 'npm.log')
    const npm = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n') : []
    return { ...result, npm: npm.filter((line) => /^(ci|install)\b/.test(line)) }
  }
  /** Makes package.json newer than the packages, as a change of it does. */
  function changeManifest () {
    for (const name of ['.package-lock.json', 'clinic', 'tap']) {
      const marker = path.join(folder, 'node_modules', name)
      if (fs.existsSync(marker)) fs.utimesSync(marker, BEFORE, BEFORE)
    }
  }
  const has = (name) => fs.existsSync(path.join(folder, 'node_modules', name))
  return { folder, changeManifest, has, remove, run, write }
}

/** @returns {{code: number, stdout: string, stderr: string}} of make */
function make (folder, args, env = {}) {
  const PATH = [path.join(folder, 'bin'), process.env.PATH].join(path.delimiter)
  const options = { cwd: folder, encoding: 'utf8', env: cleanEnvironment({ PATH, ...env }) }
  const { status, stdout, stderr } = spawnSync('make', args, options)
  return { code: status, stdout, stderr }
}

t.test('a target installs the level that it needs, once', { skip }, async (t) => {
  const { run } = emptyProject(t)
  const load = run('bench-slow')
  t.strictSame(load.npm, [BASE])
  t.equal(load.stderr.split('\n')[0], `Installing what a load needs: npm ${BASE} --loglevel=error`)
  t.strictSame(run('labs').npm, [])
  const profile = run('flame-slow')
  t.strictSame(profile.npm, ['install --no-save --omit=dev'])
  t.equal(profile.stderr.split('\n')[0],
    'Installing Clinic, speedscope and Vega, which profiles and charts need: ' +
    'npm install --no-save --omit=dev --loglevel=error')
  t.strictSame(run('report', 'bench').npm, [])
  t.strictSame(run('reliability').npm, ['install --no-save'])
  t.strictSame(run('reliability', 'install', 'labs').npm, [])
})

t.test('a change of the packages drops no level that is there', { skip }, async (t) => {
  const { changeManifest, has, run } = emptyProject(t)
  for (const [goal, npm] of [
    ['labs', 'install --no-save --omit=dev --omit=optional'],
    ['install', 'install --no-save --omit=dev'],
    ['reliability', 'install --no-save']
  ]) {
    run(goal)
    changeManifest()
    t.strictSame(run('labs').npm, [npm], goal)
    t.strictSame(run('labs', goal).npm, [], 'once')
  }
  t.ok(has('clinic') && has('tap'))
})

t.test('on a fresh clone one installation is enough for any level', { skip }, async (t) => {
  const { remove, run } = emptyProject(t)
  for (const [goal, npm] of [['install', 'ci --omit=dev'], ['reliability', 'ci']]) {
    t.strictSame(run(goal).npm, [npm])
    t.strictSame(run('labs').npm, [])
    remove('node_modules')
  }
})

t.test('npm ci by hand will do', { skip }, async (t) => {
  const { folder, run } = emptyProject(t)
  spawnSync('bin/npm', ['ci'], { cwd: folder })
  t.strictSame(run('reliability', 'install', 'labs').npm, [])
})

t.test('without a network a lower level goes on working, and the next try installs', { skip }, async (t) => {
  const { has, remove, run, write } = emptyProject(t)
  write('offline', '')
  const fresh = run('labs')
  t.equal(fresh.code, 2)
  t.match(fresh.stderr, /^npm failed\. Check the network and run the command again, or use the offline bundle\.$/m)
  remove('offline')
  t.strictSame(run('labs').npm, [BASE])
  write('offline', '')
  t.equal(run('flame-slow').code, 2)
  t.ok(has('autocannon'))
  t.strictSame(run('labs').npm, [])
  remove('offline')
  t.strictSame(run('flame-slow').npm, ['install --no-save --omit=dev'])
})

t.test('a package that npm left out without an error is noticed', { skip }, async (t) => {
  for (const name of ['vega', 'clinic']) {
    const { remove, run, write } = emptyProject(t)
    write('left-out', name)
    for (const attempt of ['first', 'second']) {
      const { code, npm, stderr } = run('install')
      t.equal(code, 2)
      t.equal(npm.length, 1, attempt)
      t.match(stderr, new RegExp(`^npm left out ${name} without an error\\. Check the network `, 'm'))
    }
    t.strictSame(run('labs').npm, [], 'a load needs no other package')
    remove('left-out')
    t.equal(run('install').code, 0)
    t.strictSame(run('install').npm, [])
  }
})

t.test('without the packages a script says so in one line', async (t) => {
  const { folder } = emptyProject(t)
  for (const args of [[], ['--help']]) {
    const options = { cwd: folder, encoding: 'utf8' }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bench.js', ...args], options)
    t.equal(stderr, 'The packages are not installed. Run npm ci --omit=dev first.\n')
    t.equal(stdout, '')
    t.equal(status, 1)
  }
})

t.test('an unknown target is answered with the nearest, and runs nothing', { skip }, async (t) => {
  const cases = [
    ['bench-slwo', 'Did you mean bench-slow?'],
    ['lab-prf', 'Did you mean lab-prof?'],
    ['start-prof/auth-snyc', 'Did you mean start-prof/auth-sync?'],
    ['reliability-sok', 'Did you mean reliability-soak?'],
    ['soak', 'Did you mean reliability-soak?'],
    ['zzzzzz', 'make help lists the targets.'],
    ['x;touch Y', 'make help lists the targets.'],
    ["x';touch Y'", 'make help lists the targets.']
  ]
  const { folder } = emptyProject(t)
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
  t.notOk(fs.existsSync(path.join(folder, 'Y')), 'a name is no command')
})

t.test('a profiler takes the name of a server, or none', { skip }, async (t) => {
  const { run } = emptyProject(t)
  const lastLine = (...args) => run('-n', ...args).stdout.trim().split('\n').at(-1).trim()
  t.equal(lastLine('flame-prof/auth-sync'), 'node scripts/profile.js flame prof/auth-sync')
  t.equal(lastLine('prof-slow'), 'node scripts/profile.js prof slow')
  t.equal(lastLine('cpuprofile'), 'node scripts/profile.js cpuprofile')
})

t.test('help fits 80 columns', { skip }, async (t) => {
  const { code, stdout } = make(emptyProject(t).folder, [])
  t.equal(code, 0)
  for (const line of stdout.split('\n')) t.ok(line.length <= 80, line)
  for (const target of ['bench-NAME', 'flame-NAME', 'lab-LAB', 'reliability-CHECK']) {
    t.match(stdout, new RegExp(`^  ${target} +[A-Z]\\w`, 'm'), target)
  }
})

t.test('a variable that is no setting is an error', { skip }, async (t) => {
  const { folder } = copyProject(t)
  fs.copyFileSync(path.join(ROOT, 'package-lock.json'), path.join(folder, 'package-lock.json'))
  const untouched = ['-o', 'node_modules/.package-lock.json'] // nothing to install
  const { code, stderr } = make(folder, [...untouched, 'bench-fast', 'CONNECTION=10'])
  t.equal(stderr.split('\n')[0],
    'bench: CONNECTION is not a setting of bench. Did you mean CONNECTIONS?')
  t.equal(code, 2)
  const { code: ignored } = make(folder, [...untouched, 'labs'], { CONNECTION: '10' })
  t.equal(ignored, 0, 'the environment is not checked')
  const { stderr: refused } = make(folder, [...untouched, 'start-slow', 'PORT=x y'])
  t.equal(refused.split('\n')[0],
    'start: PORT must be a whole number from 0 to 65535, not "x y"')
})
