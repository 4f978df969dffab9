'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CONCLUSIONS, FAILING, FAULTS, TOO_FEW } = require('whyslow/internals')
const { caseNames, faultsLeft, readCase } = require('../../scripts/lib/exercise/cases')
const { copyProject, readText, ROOT } = require('../helpers/project')

const cases = caseNames().map(readCase)
const [bakery] = cases
const known = [...FAULTS, ...CONCLUSIONS].map(({ verdict }) => verdict)

t.test('a case has a story, a request, three hints and an answer with a verdict', async (t) => {
  t.strictSame([cases.length, cases.filter(({ fix }) => fix).length], [8, 7])
  for (const { target: { name, path: url }, story, folds, verdicts, fix } of cases) {
    t.ok(story.includes(`\`GET ${url}\``), name)
    t.equal(folds.length, 4, name)
    t.ok(verdicts.length && verdicts.every((verdict) => known.includes(verdict)), name)
    t.equal(verdicts[0].startsWith('healthy'), !fix, name)
    t.notMatch(folds[0], /\b(two|both) (causes|faults)/)
    t.notOk(verdicts.some((verdict) => folds[0].includes(verdict)), 'the first hint tells little')
  }
})

t.test('the key for teachers has the verdicts and lines of each case', async (t) => {
  const key = readText('docs/teach/case-key.md')
  for (const { target: { name }, folder, verdicts, fix } of cases) {
    const [row] = key.match(new RegExp(`^\\| \\[${name}\\].*`, 'm'))
    t.ok(verdicts.every((verdict) => row.includes(verdict)), row)
    for (const [, file, line] of row.matchAll(/`([\w.]+\.js):(\d+)`/g)) {
      const text = readText(`${folder}/${file}`).split('\n')[line - 1]
      const patched = readText(fix).replace(/^[- ]/gm, '').split('\n')
      t.ok(patched.includes(text), `the fix of ${name} changes ${file} at line ${line}`)
    }
  }
})

const TELLING =
  /leak|\bslow|block(s|ed|ing)\b|wait(s|ed|ing)\b|garbage|pressure|saturat|fault|bug\b|TODO|FIXME/i

t.test('no name, comment or package of a case tells its fault', async (t) => {
  for (const { folder } of cases) {
    for (const file of fs.readdirSync(path.join(ROOT, folder))) {
      if (!/\.(js|json)$/.test(file)) continue
      t.notMatch(readText(`${folder}/${file}`), TELLING, folder + file)
    }
  }
})

/** A copy of the project. `run` resolves with an exit code and what was printed. */
function caseProject (t) {
  const project = copyProject(t, { 'docs/cases/.DS_Store': '', 'docs/cases/empty/index.js': '' })
  return {
    ...project,
    at: (...names) => path.join(project.folder, ...names),
    async run (...command) {
      const { code, stdout, stderr } = await project.run(command)
      return { code, text: stdout + stderr }
    }
  }
}

/** Text without what wrapping and bold letters change. */
const flat = (text) => text.replaceAll('**', '').replaceAll(/\s+/g, ' ')

t.test('a case is copied without its page, then gives its hints one by one', async (t) => {
  const { at, read, run } = caseProject(t)
  fs.mkdirSync(at('exercise'))
  fs.writeFileSync(at('exercise/mine.js'), 'my work')
  const { text } = await run('case.js', '--case', 'bakery')
  t.ok(flat(text).startsWith(flat(`Your work is kept in exercise.1/. ${bakery.story} The service`)))
  t.ok(text.split('\n').every((line) => line.length <= 80))
  t.equal(read('exercise.1/mine.js'), 'my work')
  for (const folder of ['exercise', 'exercise.original']) {
    t.equal(JSON.parse(read(`${folder}/package.json`)).name, 'exercise')
    t.equal(read(`${folder}/visits.js`), read('docs/cases/bakery/visits.js'))
    t.notOk(['README.md', 'fix.patch'].some((file) => fs.existsSync(at(folder, file))))
  }

  let last
  for (const [i, title] of ['Hint 1 of 3', 'Hint 2 of 3', 'Hint 3 of 3', 'The answer'].entries()) {
    last = (await run('case.js', 'hint')).text
    t.ok(flat(last).startsWith(flat(`${title}. ${bakery.folds[i]} `)), title)
  }
  t.match(last, /\n\nOur fix: docs\/cases\/bakery\/fix\.patch\n$/)
})

t.test('a random case is another one than before; without a case, no hint', async (t) => {
  const { at, read, run } = caseProject(t)
  for (const name of fs.readdirSync(at('docs/cases'))) {
    if (!['bakery', 'cinema'].includes(name)) fs.rmSync(at('docs/cases', name), { recursive: true })
  }
  await run('case.js')
  const { name } = JSON.parse(read('exercise/.case'))
  await run('case.js')
  t.not(JSON.parse(read('exercise/.case')).name, name)
  fs.writeFileSync(at('exercise/.case'), '{"name": "nowhere"}')
  t.strictSame(await run('case.js', 'hint'),
    { code: 1, text: 'case: there is no case in exercise/: run make case\n' })
})

const LEAK = 'memory leak'
const SYNC = 'event loop blocked by synchronous I/O'
const WAITING = 'waiting for dependencies'

t.test('a fault is left while the diagnosis names it', async (t) => {
  for (const [faults, found, left, serviceTimeMs = 20] of [
    [[LEAK, SYNC], [LEAK], [LEAK]],
    [[LEAK, SYNC], ['healthy'], []],
    [[LEAK], [TOO_FEW], [TOO_FEW]], // a server that ends or hangs is not fixed
    [[LEAK], [FAILING], [FAILING]], // nor is one that answers with errors
    [[WAITING], [WAITING], [WAITING], 11], // it must at least answer in half the time
    [[WAITING], [WAITING], [], 9],
    [[LEAK, WAITING], [LEAK, WAITING], [LEAK, WAITING], 9] // that cures no other fault
  ]) {
    const [first, ...others] = found.map((verdict) => ({ verdict }))
    const fixed = { facts: { serviceTimeMs }, first, others }
    const before = async () => ({ facts: { serviceTimeMs: 20 } })
    t.strictSame(await faultsLeft(faults, fixed, before), left)
  }
})
