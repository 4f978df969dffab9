'use strict'

// Dealing cases, hints and progress, in a copy of the folders that they use.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { FAULTS, HEALTHY, TOO_FEW } = require('../../scripts/lib/diagnosis/rules')
const { caseNames, copyFixed, readCase } = require('../../scripts/lib/workshop/cases')
const { judgeFix } = require('../../scripts/lib/workshop/case-check')
const { copyProject } = require('../helpers/project')

const VERDICTS = [...FAULTS, ...HEALTHY].map(({ verdict }) => verdict)

t.test('a case has a story, a request, three hints and an answer with a verdict; each fault has a fix', async (t) => {
  const cases = caseNames().map(readCase)
  t.equal(cases.length, 8)
  for (const { name, path: url, story, hints, answer, verdicts, fix } of cases) {
    t.match(url, /^\//, name)
    t.ok(story.includes(`\`GET ${url}\``), name)
    t.match(story, /\*\*What users say\.\*\*/, name)
    t.equal(hints.length, 3, name)
    t.ok(answer.length > 200, name)
    t.ok(verdicts.length > 0, name)
    t.equal(Boolean(fix), !verdicts[0].startsWith('healthy'), name)
  }
})

t.test('each verdict on a fault has a case, one case is healthy, and one has two faults', async (t) => {
  const cases = caseNames().map(readCase)
  const named = cases.flatMap(({ verdicts }) => verdicts)
  for (const { verdict } of FAULTS) t.ok(named.includes(verdict), verdict)
  t.equal(named.filter((verdict) => verdict.startsWith('healthy')).length, 1)
  t.ok(cases.some(({ verdicts }) => verdicts.length === 2))
  for (const verdict of named) t.ok(VERDICTS.includes(verdict))
})

t.test('each fix fits its case, and changes something', async (t) => {
  for (const the of caseNames().map(readCase).filter(({ fix }) => fix)) {
    const folder = path.join(t.testdir({}), the.name)
    copyFixed(the, folder)
    const changed = fs.readdirSync(folder).filter((file) => fs.statSync(path.join(folder, file)).isFile() &&
      fs.readFileSync(path.join(folder, file), 'utf8') !== fs.readFileSync(path.join(the.folder, file), 'utf8'))
    t.ok(changed.length > 0, the.name)
    t.notOk(fs.existsSync(path.join(folder, 'README.md')))
  }
})

const TELLING = /leak|\bslow|block(s|ed|ing)\b|wait(s|ed|ing)\b|garbage|pressure|saturat|fault|bug\b|TODO|FIXME/i

t.test('no name, comment or package of a case tells its fault', async (t) => {
  for (const { name, folder } of caseNames().map(readCase)) {
    for (const file of fs.readdirSync(folder).filter((file) => /\.(js|json)$/.test(file))) {
      const text = fs.readFileSync(path.join(folder, file), 'utf8')
      t.notMatch(text, TELLING, `${name}/${file}`)
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
    return { code, stdout, stderr }
  }
  t.strictSame(await run('hint'),
    { code: 1, stdout: '', stderr: 'case: there is no case in exercise/: make case deals one\n' })
  t.strictSame(await run('list'), { code: 0, stdout: '0 of 8 cases solved, 0 dealt\n', stderr: '' })

  fs.mkdirSync(exercise('.'), { recursive: true })
  fs.writeFileSync(exercise('mine.js'), 'my work')
  const names = []
  for (let i = 0; i < 8; i++) {
    const { code, stdout } = await run('deal')
    t.equal(code, 0)
    const { name } = JSON.parse(fs.readFileSync(exercise('.case')))
    names.push(name)
    const { story } = readCase(name)
    t.ok(flat(stdout).startsWith(flat(`Your work is kept in exercise.${i + 1}/.\n\n${story}\n`)))
    t.ok(stdout.split('\n').every((line) => line.length <= 80))
    t.equal(JSON.parse(fs.readFileSync(exercise('package.json'))).name, 'exercise')
    t.notOk(fs.existsSync(exercise('README.md')) || fs.existsSync(exercise('fix.patch')))
  }
  t.strictSame(names.toSorted(), caseNames().toSorted(), 'each once')
  t.equal(fs.readFileSync(path.join(project.folder, 'exercise.1/mine.js'), 'utf8'), 'my work')
  t.strictSame(await run('deal'),
    { code: 1, stdout: '', stderr: 'case: you have had all 8 cases: make cases ANEW=1 begins again\n' })

  const { hints, answer } = readCase(names[7])
  for (const number of [1, 2, 3, 3]) {
    const { stdout } = await run('hint')
    t.ok(flat(stdout).startsWith(flat(`Hint ${number} of 3. ${hints[number - 1]}\n`)))
  }
  t.ok(flat((await run('answer')).stdout).startsWith(flat(answer)))
  t.equal((await run('list')).stdout,
    '0 of 8 cases solved, 8 dealt; not solved: the 1., 2., 3., 4., 5., 6., 7., 8.\n')
  t.equal((await run('list', '--anew')).stdout, '0 of 8 cases solved, 0 dealt\n')
})

t.test('HEALTHY=1 is right of a healthy case only', async (t) => {
  const project = copyProject(t)
  const exercise = path.join(project.folder, 'exercise')
  const check = async (name) => {
    fs.mkdirSync(exercise, { recursive: true })
    fs.writeFileSync(path.join(exercise, '.case'), JSON.stringify({ name, hints: 0 }))
    const { code, stdout, stderr } = await project.run(['check-case.js', '--healthy'])
    return { code, stdout, stderr }
  }
  const [healthy, ...others] = caseNames().map(readCase)
    .sort((a, b) => Number(b.verdicts[0].startsWith('healthy')) - Number(a.verdicts[0].startsWith('healthy')))
  t.strictSame(await check(healthy.name),
    { code: 0, stdout: '✓ nothing is wrong with it. make case-answer says how one can tell.\n', stderr: '' })
  t.strictSame(await check(others[0].name),
    { code: 3, stdout: '', stderr: 'check-case: something is wrong with it: make case-hint\n' })
})

const diagnosis = (facts, ...verdicts) => {
  const [first, ...others] = verdicts.map((verdict) => ({ verdict }))
  return { facts: { cpuPerRequest: 10, serviceTime: 20, ...facts }, first, others }
}
const LEAK = 'memory leak'
const SYNC = 'event loop blocked by synchronous I/O'
const WAITING = 'waiting for dependencies'

t.test('a fault is gone when the diagnosis names it no more', async (t) => {
  const before = diagnosis({}, LEAK, SYNC)
  const gone = (...verdicts) => judgeFix([LEAK, SYNC], before, diagnosis({}, ...verdicts)).gone
  t.equal(gone(LEAK), false)
  t.equal(gone('healthy', SYNC), false)
  t.equal(gone(VERDICTS.at(-1)), true)
  t.equal(gone(TOO_FEW.verdict), false, 'a server that ends or hangs is not fixed')
  const { cpu, time } = judgeFix([LEAK], before, diagnosis({ cpuPerRequest: 2, serviceTime: 5 }, 'healthy'))
  t.strictSame([cpu, time], [5, 4])
})

t.test('a service that still has to wait must at least answer in half the time', async (t) => {
  const gone = (serviceTime) =>
    judgeFix([WAITING], diagnosis({}, WAITING), diagnosis({ serviceTime }, WAITING)).gone
  t.equal(gone(11), false)
  t.equal(gone(9), true)
})
