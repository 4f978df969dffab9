'use strict'

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.jobs = 2 // half of the time they wait

/** What bench prints of a run; tables.test.js has the other lines. */
function cardPattern ({ target, requests }, file) {
  return new RegExp(`^${target}: [^]*` +
    `\nrequests {4}${requests.total} answered, 0 errors [^]*\nsaved {7}${file}\n\n$`)
}

t.test('bench loads every target, prints and saves what it measured', async (t) => {
  const project = copyProject(t)
  const args = ['bench.js', '--duration=1', '--connections=10', '--rate=100']
  const { code, stdout, stderr } = await project.run(args)
  t.strictSame([code, stderr], [0, ''], 'no progress bar where there is no terminal')

  const files = project.results().map((name) => path.join('results', name))
  const results = files.map((file) => JSON.parse(project.read(file)))
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized', 'baseline'])
  const cards = stdout.split(/(?<=^saved .*\n\n)/m)
  const summary = cards.pop()
  for (const [i, result] of results.entries()) {
    const pattern = cardPattern(result, files[i])
    t.match(cards[i], pattern)
  }
  const rows = summary.match(/(?<=^│ )\w+/gm)
  t.strictSame(rows, ['slow', 'fast', 'optimized', 'baseline'])
  t.match(summary, /\nSpeed-up and share of the baseline: by the CPU time that .*\.\n$/)
  t.notMatch(stdout, /listener/, 'the reader is to find them')
  for (const { target, load } of results) {
    const { url, ...settings } = load
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/seed\/v1$/)
    const warmup = target === 'slow' ? 0 : 1
    t.strictSame(settings, { warmup, connections: 10, duration: 1, rate: 100 })
  }
})

t.test('a rate is held', async (t) => {
  const project = copyProject(t)
  const flags = '--connections 4 --rate 40 --duration 1 --warmup 0'.split(' ')
  const { code, stdout } = await project.run(['bench.js', 'fast', ...flags])
  t.equal(code, 0)
  const file = path.join('results', project.results()[0])
  const result = JSON.parse(project.read(file))
  const [byHand, printed] = stdout.split('/seed/v1\n\n')
  t.match(byHand, /^by hand, in two terminals:\n.*\n {2}npx autocannon -c 4 -d 1 -R 40 /)
  const pattern = cardPattern(result, file)
  t.match(printed, pattern)
  const { url, ...settings } = result.load
  t.strictSame(settings, { warmup: 0, connections: 4, duration: 1, rate: 40 })
  t.ok(result.requests.average <= 80)
})
