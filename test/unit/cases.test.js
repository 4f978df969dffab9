'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { FAILING, TOO_FEW } = require('whyslow/internals')
const { judgeFix } = require('../../scripts/lib/exercise/case-check')
const { readCases } = require('../../scripts/lib/exercise/cases')
const { applyPatches, copyCode } = require('../../scripts/lib/exercise/exercise')
const { copyProject, readText, ROOT } = require('../helpers/project')

const cases = readCases()
const names = cases.map(({ name }) => name)
const faulty = cases.filter(({ fix }) => fix)
const healthy = cases.filter(({ fix }) => !fix)

t.test('a case has a story, a request, three hints and an answer with a verdict', async (t) => {
  t.strictSame([cases.length, healthy.length], [8, 1])
  t.ok(faulty.some(({ verdicts }) => verdicts.length === 2), 'one has two faults')
  for (const { name, path: url, story, hints, answer, verdicts, fix } of cases) {
    t.match(url, /^\//, name)
    t.ok(story.includes(`\`GET ${url}\``), name)
    t.notMatch(story, /^#/, 'not its name')
    t.match(story, /\*\*What users say\.\*\*/, name)
    t.equal(hints.length, 3, name)
    t.ok(answer.length > 200, name)
    t.equal(verdicts[0].startsWith('healthy'), !fix, name)
  }
})

t.test('each fix fits its case, and changes something', async (t) => {
  for (const { name, folder: from } of faulty) {
    const folder = path.join(t.testdir({}), name)
    copyCode(from, folder)
    applyPatches(folder, `${from}/fix.patch`)
    const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')
    const files = fs.readdirSync(folder).filter((file) => file.endsWith('.js'))
    t.ok(files.some((file) => read(folder, file) !== read(path.join(ROOT, from), file)), name)
  }
})

const TELLING =
  /leak|\bslow|block(s|ed|ing)\b|wait(s|ed|ing)\b|garbage|pressure|saturat|fault|bug\b|TODO|FIXME/i

t.test('no name, comment or package of a case tells its fault', async (t) => {
  for (const { folder } of cases) {
    for (const file of fs.readdirSync(path.join(ROOT, folder))) {
      if (!/\.(js|json)$/.test(file)) continue
      t.notMatch(fs.readFileSync(path.join(ROOT, folder, file), 'utf8'), TELLING, folder + file)
    }
  }
})

/** A copy of the project with these files. `run` resolves with what a command printed. */
function caseProject (t, files) {
  const { folder, run } = copyProject(t, { 'docs/cases/.DS_Store': '', ...files })
  const at = (...names) => path.join(folder, ...names)
  fs.mkdirSync(at('docs/cases/empty'))
  fs.mkdirSync(at('exercise'))
  return {
    at,
    runCommand: run,
    readJson: (...names) => JSON.parse(fs.readFileSync(at(...names))),
    pretend: (name) => fs.writeFileSync(at('exercise/.case'), JSON.stringify({ name, shown: 0 })),
    async run (script, ...args) {
      const { stdout, stderr } = await run([script, ...args])
      return stdout + stderr
    }
  }
}

const NONE = 'case: there is no case in exercise/: make case deals one\n'

/** Text without what wrapping and bold letters change. */
const flat = (text) => text.replaceAll('**', '').replaceAll(/\s+/g, ' ')

t.test('each case is dealt once, without what tells its fault, and work is kept', async (t) => {
  const { at, readJson, run } = caseProject(t)
  fs.writeFileSync(at('exercise/mine.js'), 'my work')
  const seen = []
  for (let i = 1; i <= 8; i++) {
    const text = await run('case.js', 'deal')
    const { name } = readJson('exercise/.case')
    const { story, folder: from } = cases.find((practice) => practice.name === name)
    seen.push(name)
    t.ok(text.includes(i < 8 ? `Cases left after this one: ${8 - i}. ` : 'This is the last case. '))
    t.ok(flat(text).startsWith(flat(`Your work is kept in exercise.${i}/.\n\n${story}\n`)))
    t.ok(text.split('\n').every((line) => line.length <= 80))
    for (const folder of ['exercise', 'exercise.original']) {
      t.equal(readJson(folder, 'package.json').name, 'exercise')
      t.equal(fs.readFileSync(at(folder, 'index.js'), 'utf8'), readText(`${from}/index.js`))
      t.notOk(fs.existsSync(at(folder, 'README.md')) || fs.existsSync(at(folder, 'fix.patch')))
    }
  }
  t.strictSame(seen.toSorted(), names)
  t.equal(fs.readFileSync(at('exercise.1/mine.js'), 'utf8'), 'my work')
  const advice = 'make cases ANEW=1 begins again'
  t.equal(await run('case.js', 'deal'), `case: you have had all 8 cases: ${advice}\n`)
  t.equal(await run('case.js', 'list'), '0 of 8 cases solved, 8 dealt\n')
  t.equal(await run('case.js', 'list', '--anew'), '0 of 8 cases solved, 0 dealt\n')
})

t.test('a case gives its hints one by one, and its answer', async (t) => {
  const { pretend, run } = caseProject(t)
  t.equal(await run('case.js', 'hint'), NONE)
  const { name, hints, answer, fix } = faulty[0]
  pretend(name)
  for (const number of [1, 2, 3, 3]) {
    const text = flat(`Hint ${number} of 3. ${hints[number - 1]}\n`)
    const shown = flat(await run('case.js', 'hint'))
    t.ok(shown.startsWith(text))
    t.equal(shown.includes('This was the last hint.'), number === 3)
  }
  const shown = await run('case.js', 'answer')
  t.ok(flat(shown).startsWith(flat(answer)))
  t.ok(shown.endsWith(`\n\n${fix}`))
})

t.test('it is said where work is kept before anything can fail', async (t) => {
  const { at, runCommand } = caseProject(t, {
    results: '', // no folder: what was dealt cannot be noted
    'broken.js': `
      const fs = require('node:fs')
      const { renameSync } = fs
      fs.renameSync = (from, to) => {
        if (from.endsWith('exercise.original')) throw Object.assign(new Error(), { code: 'EIO' })
        renameSync(from, to)
      }`
  })
  const env = { NODE_OPTIONS: `--require=${JSON.stringify(at('broken.js'))}` }
  const failed = await runCommand(['case.js'], env)
  t.strictSame([failed.code, failed.stdout], [1, 'Your work is kept in exercise.1/.\n\n'])
  t.match(failed.stderr, /^case: cannot move .*exercise\.original to .* \(EIO\): close .*\n$/)
  const { code, stdout, stderr } = await runCommand(['case.js'])
  t.equal(code, 0)
  t.match(stdout, /^Your work is kept in exercise\.2\/\.\n\n[^]+^The service is in exercise\/\./m)
  t.match(stderr, /^not saved: cannot write to .*results \(EEXIST\): .*\n$/)
})

t.test('files with other content do no harm', async (t) => {
  const { at, run } = caseProject(t)
  for (const content of ['null', '5', '[]', '{"name": "nowhere"}']) {
    fs.writeFileSync(at('exercise/.case'), content)
    t.equal(await run('case.js', 'hint'), NONE, content)
  }
  fs.mkdirSync(at('results'), { recursive: true })
  fs.writeFileSync(at('results/cases.state'), 'null')
  t.match(await run('case.js'), /^The service is in exercise\/\./m)
  t.equal(await run('case.js', 'list'), '0 of 8 cases solved, 1 dealt\n')
})

t.test('several may deal at once', async (t) => {
  const { at, run } = caseProject(t)
  const deal = () => run('case.js', 'deal')
  const texts = await Promise.all([deal(), deal(), deal()])
  for (const text of texts) t.match(text, /^The service is in exercise\/\./m)
  const folders = fs.readdirSync(at('.')).filter((name) => name.startsWith('exercise'))
  t.strictSame(folders,
    ['exercise', 'exercise.1', 'exercise.2', 'exercise.3', 'exercise.original'])
})

t.test('HEALTHY=1 solves a healthy case only', async (t) => {
  const { pretend, run } = caseProject(t)
  pretend(faulty[0].name)
  t.equal(await run('check-case.js', '--healthy'),
    'check-case: something is wrong with it: make case-hint\n')
  pretend(healthy[0].name)
  t.equal(await run('check-case.js', '--healthy'),
    '✓ nothing is wrong with it. make case-answer says how one can tell.\n')
  t.equal(await run('case.js', 'list'), '1 of 8 cases solved, 1 dealt\n')
})

/** A diagnosis with these facts and verdicts. */
function diagnosisOf (facts, ...verdicts) {
  const [first, ...others] = verdicts.map((verdict) => ({ verdict }))
  return { facts: { cpuPerRequestMs: 10, serviceTimeMs: 20, ...facts }, first, others }
}
const LEAK = 'memory leak'
const SYNC = 'event loop blocked by synchronous I/O'
const WAITING = 'waiting for dependencies'

t.test('a fault is gone when the diagnosis names it no more', async (t) => {
  const before = diagnosisOf({}, LEAK, SYNC)
  const isGone = (...verdicts) => judgeFix([LEAK, SYNC], before, diagnosisOf({}, ...verdicts)).gone
  t.equal(isGone(LEAK), false)
  t.equal(isGone('healthy', SYNC), false)
  t.equal(isGone('healthy'), true)
  t.equal(isGone(TOO_FEW), false, 'a server that ends or hangs is not fixed')
  t.equal(isGone(FAILING), false, 'nor is one that answers with errors')
  const after = diagnosisOf({ cpuPerRequestMs: 2, serviceTimeMs: 5 }, 'healthy')
  t.strictSame(judgeFix([LEAK], before, after), { gone: true, cpu: 5, time: 4 })
})

t.test('a service that still has to wait must at least answer in half the time', async (t) => {
  const isGone = (serviceTimeMs) =>
    judgeFix([WAITING], diagnosisOf({}, WAITING), diagnosisOf({ serviceTimeMs }, WAITING)).gone
  t.strictSame([isGone(11), isGone(9)], [false, true])
})
