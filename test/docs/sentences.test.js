'use strict'

// What a sentence says of a recording, or of another page, is so. The blocks of the pages are
// generated; these sentences are not.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { gainOf, ratioOf } = require('../../scripts/lib/compare/lab-analysis')
const { readText: read, ROOT } = require('../helpers/project')
const { isRight, isWrong } = require('../reliability/verdicts')

const recorded = (name) => JSON.parse(read(`docs/results/${name}.json`))

/** Whether a page has a sentence, wherever its lines break. */
function says (t, page, sentence) {
  const text = read(page).replace(/\]\([^)]*\)|[[*`]/g, '').replace(/\s+/g, ' ')
  t.ok(text.includes(sentence), `${page}: ${sentence}`)
}

t.test('README: how often a watch is right', async (t) => {
  const checks = ['accuracy', 'servers'].map((name) => recorded(`reliability-diagnose-${name}`))
  const watched = checks.flatMap(({ trials }) => trials.filter(({ tool }) => tool === 'watch'))
  const right = watched.filter(isRight).length
  const inDoubt = watched.filter((trial) => !isRight(trial) && !isWrong(trial)).length
  says(t, 'README.md', `right ${right} times of ${watched.length}`)
  t.equal(inDoubt, 11)
  says(t, 'README.md', 'and in doubt eleven times')
})

t.test('key of the cases: what named all of them', async (t) => {
  const { trials } = recorded('reliability-diagnose-accuracy')
  const ofCases = trials.filter(({ subject, tool }) =>
    !/^(slow|fast|optimized)$|, fixed$/.test(subject) && ['diagnose', 'watch'].includes(tool))
  const missed = ofCases.filter((trial) => !isRight(trial))
  t.strictSame(missed.map(({ subject, tool }) => [tool, subject]),
    [['watch', 'garden'], ['watch', 'harbour']])
  says(t, 'docs/teach/case-key.md',
    'A watch by PID named all but garden, which was "CPU-bound", and harbour.')
})

t.test('where the process runs: what a watch costs', async (t) => {
  const { rows } = recorded('reliability-watch-cost')
  const [, cost] = rows.find(([label]) => label === 'watched: CPU time per request')
  t.equal(Math.round(parseFloat(cost)), 33)
  says(t, 'docs/running.md', 'a watch took a third more CPU time per request')
})

t.test('does it hold: what the soak does not rule out', async (t) => {
  const { problems } = recorded('reliability-soak-optimized')
  t.match(problems.join('; '), /^RSS grows by: [^;]*$/)
  t.strictSame(recorded('reliability-soak-fast').problems, [])
  says(t, 'docs/reliability.md', 'does not rule that out for the RSS of optimized')
})

t.test('chapter 9: what slow still accepts, by the cost of a listener run', async (t) => {
  const [, shown] = read('docs/measuring.md').match(/^b +([\d.]+) µs/m)
  const cost = Number(shown) / 1e6 // s
  const answered = (seconds) => Math.sqrt(2 * seconds / cost)
  const acceptedAfter = (seconds) => 1 / (cost * answered(seconds))
  const HOUR = 3600
  t.equal(Math.round(acceptedAfter(HOUR)), 3)
  says(t, 'docs/workshop/09-protect.md', 'about 3 of the 150 after an hour')
  t.equal(Math.round(1 / acceptedAfter(60 * HOUR)), 3)
  says(t, 'docs/workshop/09-protect.md', 'one every three seconds on Monday morning')
  t.equal(Math.floor(answered(60) / 60 / 10), 4)
  says(t, 'docs/workshop/09-protect.md', 'up to forty of the 150')
})

t.test('what changed since 2018: the article\'s factor, after fifteen seconds', async (t) => {
  const block = read('docs/modern-node.md').match(/<!-- bench -->[^]*?<!-- \/bench -->/)[0]
  const factor = Number(block.match(/(\d+)\u00a0× slow/)[1])
  t.equal(Math.round(10 * (217 / factor) ** 2), 15) // it grows with the square root of the time
  says(t, 'docs/modern-node.md', 'A load of fifteen seconds gives about the article\'s factor')
})

/** The interval in the last column of a row of the lab node-versions. */
function intervalIn (label) {
  const rows = read('docs/labs/node-versions/README.md').split('\n')
  const row = rows.find((line) => line.startsWith(`| ${label} |`))
  return row.match(/([\d.]+)–([\d.]+) \|$/).slice(1).map(Number)
}

t.test('what changed since 2018: what Node.js 26 gained and lost', async (t) => {
  const [, fewest] = intervalIn('emit(), 1,000 listeners')
  t.ok(1 / fewest > 3 && 1 / fewest < 4, `${1 / fewest} times as long`)
  says(t, 'docs/modern-node.md', 'takes more than three times as long')
  const [least] = intervalIn('Express, per CPU-second')
  t.ok(least > 5 && least < 6, `${least} times the requests`)
  says(t, 'docs/modern-node.md', 'more than five times the requests')
})

t.test('the lab express-json: the note\'s 80 % are above both intervals', async (t) => {
  const { small, small20 } = Object.fromEntries(
    recorded('lab-express-json').parts.map((part) => [part.name, part]))
  for (const part of [small, small20]) {
    const [low] = ratioOf(part, ['string', 'json', 'cpu']).interval
    t.ok(1 / low < 1.8, `${1 / low} ×`)
  }
  says(t, 'docs/labs/express-json/README.md', 'the intervals of both versions')
})

t.test('the lab frameworks: no difference between restify and Fastify is shown', async (t) => {
  const [seed] = recorded('lab-frameworks').parts
  const [low, high] = ratioOf(seed, ['fastify', 'restify', 'cpu']).interval
  t.ok(low < 1 && high > 1, `${low} to ${high}`)
  says(t, 'docs/labs/frameworks/README.md', 'show no difference between restify and Fastify')
})

t.test('the lab prices: all steps gain what the series of the two ends shows', async (t) => {
  const [, fast, optimized] = recorded('bench-node-26').targets
  const { byCpu } = analyzeComparison({ targets: [fast, optimized] })
  const [steps] = recorded('lab-prices').parts
  const [low, high] = ratioOf(steps, ['fast', 'optimized', 'cpu']).interval
  t.ok(low < byCpu.interval[1] && high > byCpu.interval[0], `${low} to ${high}`)
  says(t, 'docs/labs/prices/README.md', 'agrees with the series of the stages')
  const gains = steps.targets.slice(1, -1).map(({ name }) => gainOf(steps, name, 'cpu'))
  const ratios = gains.map(({ ratio }) => ratio)
  const [json, id, key] = ratios
  t.ok(gains.slice(0, 3).every(({ isShown }) => isShown))
  t.equal(Math.max(...ratios), id)
  t.ok(key > json)
  t.equal(json.toFixed(1), '1.1')
  says(t, 'docs/modern-node.md', 'the tag from the id gains the most of all, the URL as the key ' +
    'less, and JSON as a string a tenth')
})

const NAME = '(slow|fast|optimized|baseline)'
const BENCH = new RegExp(`^${NAME}: 100 connections for 10 s,[^]*?Req/Sec +│ +([\\d,.]+)`, 'gm')
const SERIES = new RegExp(`^\\| ${NAME} \\| [≥\\s]*([\\d,.]+)`, 'gm')

/** The req/s of each row of a table, or table of a run. */
const ratesIn = (text, pattern) => Array.from(text.matchAll(pattern), ([, name, rate]) =>
  [name, Number(rate.replaceAll(',', ''))])

t.test('runs that chapters show are about as fast as the series in README', async (t) => {
  const series = Object.fromEntries(ratesIn(read('README.md'), SERIES))
  const pages = fs.readdirSync(path.join(ROOT, 'docs/workshop'))
  const runs = pages.flatMap((page) => ratesIn(read(`docs/workshop/${page}`), BENCH))
  t.ok(runs.length > 1, `${runs.length} runs`)
  for (const [name, rate] of runs) {
    const ratio = rate / series[name]
    t.ok(ratio > 1 / 1.5 && ratio < 1.5, `${name}: ${rate}, in README ${series[name]}`)
  }
})

for (const [chapter, name] of [['02-measure', 'slow'], ['09-protect', 'lab-overload']]) {
  t.test(`${chapter}: the picture and the output are one run`, async (t) => {
    const { startedAt } = recorded(name)
    const file = `${startedAt.replace(/[:.]/g, '-')}-${name}.json`
    says(t, `docs/workshop/${chapter}.md`, `saved results/${file}`)
  })
}

const TIME = /^Time: about (\d+) minutes/m
const chapters = fs.readdirSync(path.join(ROOT, 'docs/workshop')).filter((name) => /^\d/.test(name))
const minutes = chapters.map((name) => Number(read(`docs/workshop/${name}`).match(TIME)[1]))
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

t.test('the time to the fix is the sum of what the chapters say', async (t) => {
  const toTheFix = sum(minutes.slice(0, 7))
  const [, practice] = minutes.slice(6)
  says(t, 'README.md', `${toTheFix} minutes to the fix, then ${practice}`)
  says(t, 'docs/workshop/README.md', `${toTheFix} minutes to the fix, and ${practice} more`)
  says(t, 'docs/.vitepress/home.md', `It takes ${toTheFix} minutes`)
  says(t, 'docs/instructor-guide.md', `chapters 1 to 8, which take ${toTheFix + practice} minutes`)
})

t.test('chapter 6: an empty call takes tens of ns, by the output of chapter 5', async (t) => {
  const output = read('docs/workshop/05-confirm.md')
  const cost = Number(output.match(/([\d,]+) µs per request/)[1]) // µs
  const answered = Number(output.match(/([\d,]+) answered/)[1].replace(',', ''))
  const call = cost / (answered / 2) * 1000 // ns
  t.ok(call >= 10 && call < 100, `${call} ns`)
  says(t, 'docs/workshop/06-explain.md', 'The result is tens of nanoseconds')
})
