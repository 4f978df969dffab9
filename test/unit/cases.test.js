'use strict'

// Dealing cases, hints and progress, in a copy of the folders that they use.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { FAULTS, HEALTHY, TOO_FEW } = require('../../scripts/lib/diagnosis/rules')
const { caseNames, copyFixed, readCase } = require('../../scripts/lib/workshop/cases')
const { judgeFix } = require('../../scripts/lib/workshop/case-check')
const { copyProject } = require('../helpers/project')

const VERDICTS = [...FAULTS, ...HEALTHY].map(({ verdict }) => verdict)
const cases = caseNames().map(readCase)
const isHealthy = ({ verdicts }) => verdicts[0].startsWith('healthy')

t.test('a case has a story, a request, three hints and an answer with a verdict', async (t) => {
  t.equal(cases.length, 8)
  for (const { name, path: url, story, hints, answer, verdicts, fix } of cases) {
    t.match(url, /^\//, name)
    t.ok(story.includes(`\`GET ${url}\``), name)
    t.match(story, /\*\*What users say\.\*\*/, name)
    t.equal(hints.length, 3, name)
    t.ok(answer.length > 200, name)
    t.ok(verdicts.length > 0, name)
    t.equal(Boolean(fix), !isHealthy({ verdicts }), name)
  }
})

t.test('each case has a verdict, one is healthy, and one has two faults', async (t) => {
  const named = cases.flatMap(({ verdicts }) => verdicts)
  for (const verdict of named) t.ok(VERDICTS.includes(verdict))
  t.equal(cases.filter(isHealthy).length, 1)
  t.ok(cases.some(({ verdicts }) => verdicts.length === 2))
})

t.test('each fix fits its case, and changes something', async (t) => {
  for (const practice of cases.filter(({ fix }) => fix)) {
    const folder = path.join(t.testdir({}), practice.name)
    copyFixed(practice, folder)
    const read = (from, file) => fs.readFileSync(path.join(from, file), 'utf8')
    const files = fs.readdirSync(folder).filter((file) => file.endsWith('.js'))
    t.ok(files.some((file) => read(folder, file) !== read(practice.folder, file)), practice.name)
    t.notOk(fs.existsSync(path.join(folder, 'README.md')))
  }
})

const TELLING =
  /leak|\bslow|block(s|ed|ing)\b|wait(s|ed|ing)\b|garbage|pressure|saturat|fault|bug\b|TODO|FIXME/i

t.test('no name, comment or package of a case tells its fault', async (t) => {
  for (const { name, folder } of cases) {
    for (const file of fs.readdirSync(folder).filter((file) => /\.(js|json)$/.test(file))) {
      t.notMatch(fs.readFileSync(path.join(folder, file), 'utf8'), TELLING, `${name}/${file}`)
    }
  }
})

/** Text without what wrapping and bold letters change. */
const flat = (text) => text.replaceAll('**', '').replaceAll(/\s+/g, ' ')

t.test('deal, hint, answer and list', async (t) => {
  const project = copyProject(t)
  const exercise = (file) => path.join(project.folder, 'exercise', file)
  const run = async (...args) => {
    const { code, stdout, stderr } = await project.run(['case.js', ...args])
    return code === 0 ? stdout : stderr
  }
  t.equal(await run('hint'), 'case: there is no case in exercise/: make case deals one\n')
  t.equal(await run('list'), '0 of 8 cases solved, 0 dealt\n')

  fs.mkdirSync(exercise('.'), { recursive: true })
  fs.writeFileSync(exercise('mine.js'), 'my work')
  const names = []
  for (let i = 1; i <= 8; i++) {
    const stdout = await run('deal')
    const { name } = JSON.parse(fs.readFileSync(exercise('.case')))
    names.push(name)
    t.ok(
      flat(stdout).startsWith(
        flat(`Your work is kept in exercise.${i}/.\n\n${readCase(name).story}\n`)
      )
    )
    t.ok(stdout.split('\n').every((line) => line.length <= 80))
    t.equal(JSON.parse(fs.readFileSync(exercise('package.json'))).name, 'exercise')
    t.notOk(fs.existsSync(exercise('README.md')) || fs.existsSync(exercise('fix.patch')))
  }
  t.strictSame(names.toSorted(), caseNames().toSorted(), 'each once')
  t.equal(fs.readFileSync(path.join(project.folder, 'exercise.1/mine.js'), 'utf8'), 'my work')
  t.equal(await run('deal'), 'case: you have had all 8 cases: make cases ANEW=1 begins again\n')

  const { hints, answer } = readCase(names[7])
  for (const number of [1, 2, 3, 3]) {
    const stdout = await run('hint')
    t.ok(flat(stdout).startsWith(flat(`Hint ${number} of 3. ${hints[number - 1]}\n`)))
  }
  t.ok(flat(await run('answer')).startsWith(flat(answer)))
  t.equal(await run('list'), '0 of 8 cases solved, 8 dealt\n')
  t.equal(await run('list', '--anew'), '0 of 8 cases solved, 0 dealt\n')
})

t.test('several may deal at once, and files with other content do no harm', async (t) => {
  const project = copyProject(t)
  const exercise = path.join(project.folder, 'exercise')
  fs.mkdirSync(path.join(project.folder, 'results'))
  fs.writeFileSync(path.join(project.folder, 'results/cases.state'), '{"dealt": 5}')
  const deals = await Promise.all([1, 2, 3].map(() => project.run(['case.js', 'deal'])))
  t.strictSame(deals.map(({ code, stderr }) => [code, stderr]), Array(3).fill([0, '']))
  const folders = fs.readdirSync(project.folder).filter((name) => name.startsWith('exercise'))
  t.strictSame(folders, ['exercise', 'exercise.1', 'exercise.2'])

  for (const content of ['', '{"name": "nope"}', '5']) {
    fs.writeFileSync(path.join(exercise, '.case'), content)
    for (const [script, ...args] of [['case.js', 'hint'], ['diff.js']]) {
      const { code, stderr } = await project.run([script, ...args])
      t.strictSame(
        [code, stderr],
        [
          1,
          `${path.parse(script).name}: exercise/.case names no case: ` +
            'delete exercise/, and make case deals one\n'
        ]
      )
    }
  }
  t.equal((await project.run(['case.js', 'deal'])).code, 0)
})

t.test('a case that is solved stays solved', async (t) => {
  const project = copyProject(t)
  fs.mkdirSync(path.join(project.folder, 'exercise'))
  const [first, second] = caseNames()
  const code = 'require(\'./scripts/lib/workshop/cases\').markSolved()'
  const state = path.join(project.folder, 'results/cases.state')
  for (const name of [first, second]) {
    fs.writeFileSync(path.join(project.folder, 'exercise/.case'), JSON.stringify({ name }))
    execFileSync(process.execPath, ['-e', code], { cwd: project.folder })
  }
  t.strictSame(JSON.parse(fs.readFileSync(state)).solved, [first, second])
})

t.test('HEALTHY=1 is right of a healthy case only', async (t) => {
  const project = copyProject(t)
  const exercise = path.join(project.folder, 'exercise')
  fs.mkdirSync(exercise)
  const check = async ({ name }) => {
    fs.writeFileSync(path.join(exercise, '.case'), JSON.stringify({ name, hints: 0 }))
    const { code, stdout, stderr } = await project.run(['check-case.js', '--healthy'])
    return [code, stdout, stderr]
  }
  t.strictSame(await check(cases.find(isHealthy)),
    [0, '✓ nothing is wrong with it. make case-answer says how one can tell.\n', ''])
  t.strictSame(await check(cases.find((practice) => !isHealthy(practice))),
    [3, '', 'check-case: something is wrong with it: make case-hint\n'])
})

/** A diagnosis with these facts and verdicts. */
function diagnosisOf (facts, ...verdicts) {
  const [first, ...others] = verdicts.map((verdict) => ({ verdict }))
  return { facts: { cpuPerRequest: 10, serviceTime: 20, ...facts }, first, others }
}
const LEAK = 'memory leak'
const SYNC = 'event loop blocked by synchronous I/O'
const WAITING = 'waiting for dependencies'

t.test('a fault is gone when the diagnosis names it no more', async (t) => {
  const before = diagnosisOf({}, LEAK, SYNC)
  const isGone = (...verdicts) => judgeFix([LEAK, SYNC], before, diagnosisOf({}, ...verdicts)).gone
  t.equal(isGone(LEAK), false)
  t.equal(isGone('healthy', SYNC), false)
  t.equal(isGone(VERDICTS.at(-1)), true)
  t.equal(isGone(TOO_FEW.verdict), false, 'a server that ends or hangs is not fixed')
  const after = diagnosisOf({ cpuPerRequest: 2, serviceTime: 5 }, 'healthy')
  t.strictSame(judgeFix([LEAK], before, after), { gone: true, cpu: 5, time: 4 })
})

t.test('a service that still has to wait must at least answer in half the time', async (t) => {
  const isGone = (serviceTime) =>
    judgeFix([WAITING], diagnosisOf({}, WAITING), diagnosisOf({ serviceTime }, WAITING)).gone
  t.strictSame([isGone(11), isGone(9)], [false, true])
})
