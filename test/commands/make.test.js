'use strict'

// make installs what a target needs, and no more, and passes settings on.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { matchExpected } = require('../helpers/expected')
const { cleanEnvironment, ROOT } = require('../helpers/project')

const noMake = spawnSync('make', ['--version']).error && 'make is not installed'
const skip = process.platform === 'win32' ? 'the npm of these tests is a shell script' : noMake
const BASE = 'ci --omit=dev --omit=optional'
const MANIFESTS = ['package.json', 'package-lock.json']
for (const stage of ['slow', 'fast', 'optimized']) MANIFESTS.push(`${stage}/package.json`)
const PACKAGES = ['autocannon', 'clinic', 'speedscope', 'tap']
const LONG_AGO = new Date('2020-01-01')
const TRY_AGAIN = 'Check the network and run the command again'

/** A project without packages, with an npm and a Node.js that pretend, in this environment. */
function emptyProject (t, env) {
  const folder = t.testdir({})
  const at = (name) => path.join(folder, name)
  for (const part of ['Makefile', ...MANIFESTS]) fs.cpSync(path.join(ROOT, part), at(part))
  fs.cpSync(path.join(ROOT, 'test/fixtures/bin'), at('bin'), { recursive: true })
  function age (names, time) {
    for (const name of names) if (fs.existsSync(at(name))) fs.utimesSync(at(name), time, time)
  }
  age(MANIFESTS, LONG_AGO)

  return {
    has: (name) => fs.existsSync(at(name)),
    write: (name, text = '') => fs.writeFileSync(at(name), text),
    remove: (name) => fs.rmSync(at(name), { recursive: true, force: true }),
    npm: (...args) => spawnSync('bin/npm', args, { cwd: folder }),
    /** Makes a manifest newer than all packages. */
    changeManifest () {
      age(['.package-lock.json', ...PACKAGES].map((name) => `node_modules/${name}`), LONG_AGO)
      age(['package.json'], new Date())
    },
    /** Runs make; `npm` are the calls of npm. */
    run (...goals) {
      fs.rmSync(at('npm.log'), { force: true })
      const result = make(folder, goals, env)
      const log = fs.existsSync(at('npm.log')) ? fs.readFileSync(at('npm.log'), 'utf8') : ''
      const npm = log.replaceAll(' --loglevel=error', '').split('\n').filter(Boolean)
      return { ...result, npm, lines: result.stderr.split('\n') }
    }
  }
}

function make (folder, args, env) {
  const PATH = [path.join(folder, 'bin'), process.env.PATH].join(path.delimiter)
  const options = { cwd: folder, encoding: 'utf8', env: cleanEnvironment({ PATH, ...env }) }
  const { status, stdout, stderr } = spawnSync('make', args, options)
  return { code: status, stdout, stderr }
}

t.test('a target installs its level once, and keeps a higher one', { skip }, async (t) => {
  const { changeManifest, npm, remove, run } = emptyProject(t)
  for (const [goal, first, again] of [
    ['bench-slow', BASE, 'install --no-save --omit=dev --omit=optional'],
    ['flame-slow', 'install --no-save --omit=dev', 'install --no-save --omit=dev'],
    ['reliability', 'install --no-save', 'install --no-save']
  ]) {
    const { npm, lines } = run(goal)
    t.strictSame(npm, [first], goal)
    t.match(lines[0], new RegExp(`^Installing .*: npm ${first} --loglevel=error$`))
    changeManifest()
    t.strictSame(run('labs', goal).npm, [again], 'after a change of package.json')
    t.strictSame(run('labs', goal).npm, [], 'once')
  }
  remove('node_modules')
  t.strictSame(run('reliability', 'labs').npm, ['ci'], 'a fresh clone needs one installation')
  remove('node_modules')
  npm('ci')
  t.strictSame(run('reliability', 'install').npm, [], 'npm ci by hand will do')
})

t.test('without a network a lower level works, and the next try installs', { skip }, async (t) => {
  const { has, remove, run, write } = emptyProject(t)
  write('offline')
  const { code, lines } = run('labs')
  t.equal(code, 2)
  t.equal(lines[1], `npm failed. ${TRY_AGAIN}, or use the offline bundle.`)
  remove('offline')
  t.strictSame(run('labs').npm, [BASE])
  write('offline')
  t.equal(run('flame-slow').code, 2)
  t.ok(has('node_modules/autocannon'))
  t.strictSame(run('labs').npm, [])
  remove('offline')
  t.strictSame(run('flame-slow').npm, ['install --no-save --omit=dev'])
})

t.test('a package that npm left out without an error is noticed', { skip }, async (t) => {
  const { remove, run, write } = emptyProject(t)
  write('left-out', 'speedscope')
  const { code, lines } = run('install')
  t.strictSame([code, lines[1]],
    [2, `npm left out node_modules/speedscope without an error. ${TRY_AGAIN}.`])
  t.strictSame(run('labs').npm, [], 'a load needs no other package')
  remove('left-out')
  t.equal(run('install').code, 0)
})

t.test('what is no target, or a setting of another one, runs nothing', { skip }, async (t) => {
  const { has, run } = emptyProject(t)
  for (const [goals, problem] of [
    ["it's;>made labs", "There is no target it's;>made. make help lists them."],
    ['bench-slwo', 'There is no target bench-slwo. Did you mean bench-slow?'],
    ['bench slow', 'make bench slow: the name follows a hyphen. Write make bench-slow.'],
    ['labs RUNS=3', 'labs takes no settings: leave out RUNS.'],
    ['lab-prof NODES=20', 'lab-prof takes RUNS DURATION: leave out NODES.']
  ]) {
    const { code, stderr } = make(ROOT, goals.split(' '))
    t.equal(code, 2)
    t.ok(stderr.split('\n')[0].endsWith(problem) || stderr.includes(`*** ${problem}`), stderr)
  }
  t.equal(run('exercise', 'bench').code, 0, 'these are two targets')
  t.notOk(has('made'))
})

t.test('make lists the targets on a screen; a profiler takes a name', { skip }, async (t) => {
  const { code, stdout } = make(ROOT, [])
  t.equal(code, 0)
  t.ok(stdout.split('\n').length <= 40)
  const all = make(ROOT, ['help-all']).stdout
  t.notMatch(stdout + all, /.{81}/)
  matchExpected(t, 'make-help', all)
  const [own] = all.match(/\n\nYour own server, [^]*?(?=\n\nNAME)/)
  t.equal(stdout, all.replace(own, ''), 'without what maintainers need')
  t.match(make(ROOT, ['-n', 'flame-prof/auth-sync']).stdout,
    /^exec node scripts\/profile\.js flame prof\/auth-sync $/m)
})

t.test('a setting on the command line arrives as it was written', { skip }, async (t) => {
  const { has, run } = emptyProject(t)
  run('install')
  const header = 'a: "b"; `touch made` \'$c\'\nd: \\e'
  const given = ['DURATION=1', 'SETTINGS=; touch made', 'NO_COLOR=1', 'npm_config_x=1']
  const { stdout } = run('bench-slow', `HEADER=${header.replace('$', '$$$$')}`, ...given)
  const [script, stage, ...flags] = stdout.slice(1, -1).split('><')
  t.strictSame([script, stage], ['scripts/bench.js', 'slow'])
  t.strictSame(flags.sort(), ['--DURATION=1', `--HEADER=${header}`, '--SETTINGS='])
  for (const [setting, problem] of [
    ['connections=1', /connections is not a setting\. docs\/reference\.md lists all, such as/],
    ['a$$(>made)=1', /is not a setting\./],
    ['A=$(shell touch made)', /: \*\*\* A: write \$\$ for each \$ in its value\./]
  ]) {
    const { code, lines } = run('compare', setting)
    t.equal(code, 2)
    t.match(lines[0], problem)
  }
  t.notOk(has('made'), 'nothing is run')
})

t.test('a variable of the environment is no setting of make', { skip }, async (t) => {
  const { run } = emptyProject(t, { A: 'file', WATCH: 'true', JSON: 'pretty', DURATION: 'long' })
  t.match(run('growth').stdout, /<scripts\/growth\.js>\n?$/)
  t.match(run('diff').stderr, /^There is no exercise\.original\./)
})

t.test('a difference is no error, but git may have one', { skip }, async (t) => {
  const diff = ['diff', 'A=slow', 'B=fast']
  t.equal(make(ROOT, diff).code, 0)
  t.equal(make(ROOT, [...diff, 'CONTEXT=x']).code, 2)
})
