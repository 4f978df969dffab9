'use strict'

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('bench loads every target, prints and saves what it measured', async (t) => {
  const project = copyProject(t)
  const args = ['bench.js', '--duration=1', '--connections=10', '--rate=100', '--warmup=0']
  const { code, stdout, stderr } = await project.run(args)
  t.strictSame([code, stderr], [0, ''], 'no progress bar where there is no terminal')

  const files = project.results().map((name) => path.join('results', name))
  const results = files.map((file) => JSON.parse(project.read(file)))
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized', 'baseline'])
  const cards = stdout.split(/(?<=^saved .*\n\n)/m)
  const summary = cards.pop()
  for (const [i, { target, requests }] of results.entries()) {
    const first = `requests    ${requests.total} answered, no errors\neach second [^│]*\n┌`
    t.match(cards[i], new RegExp(`^${target}: [^]*\n${first}[^]*\nsaved {7}${files[i]}\n\n$`))
    // A load that ends a little late gets the requests of a second more.
    t.ok(requests.total <= 2 * 100, `${requests.total} at a rate of 100`)
  }
  const rows = summary.match(/(?<=^│ )\w+/gm)
  t.strictSame(rows, ['slow', 'fast', 'optimized', 'baseline'])
  t.match(summary, /\nSpeed-up and share of the baseline: by the CPU time that .*\.\n$/)
  t.notMatch(stdout, /listener/, 'the reader is to find them')
  for (const { load } of results) {
    const { url, ...settings } = load
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/seed\/v1$/)
    t.strictSame(settings, { warmup: 0, connections: 10, duration: 1, rate: 100 })
  }
})
