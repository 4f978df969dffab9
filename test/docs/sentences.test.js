'use strict'

// What a sentence says of a recording is what the recording shows. The blocks of the pages are
// generated; these sentences are not.

const t = require('tap')
const { readText: read } = require('../helpers/project')

const recorded = (name) => JSON.parse(read(`docs/results/${name}.json`))

/** Whether a page has a sentence, wherever its lines break. */
function says (t, page, sentence) {
  const text = read(page).replace(/\]\([^)]*\)|[[*`]/g, '').replace(/\s+/g, ' ')
  t.ok(text.includes(sentence), `${page}: ${sentence}`)
}

t.test('README: how often a watch is right', async (t) => {
  const { rows } = recorded('reliability-diagnose-accuracy')
  const [, answer] = rows.find(([label]) => label === 'running, under its own load')
  const [, right, all] = answer.match(/^(\d+) of (\d+) right/)
  says(t, 'README.md', `right ${right} times of ${all}`)
})

t.test('chapter 9: what slow still accepts, by the cost of a listener run', async (t) => {
  const cost = recorded('growth-slow').fit.b / 1000 // s
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

t.test('what changed since 2018: the article\'s factor, after twenty seconds', async (t) => {
  const block = read('docs/modern-node.md').match(/<!-- bench -->[^]*?<!-- \/bench -->/)[0]
  const factor = Number(block.match(/(\d+)\u00a0× slow/)[1])
  t.equal(Math.round((217 / factor) ** 2), 2) // it grows with the square root of the time
  says(t, 'docs/modern-node.md', 'A load of twenty seconds gives about the article\'s factor')
})

t.test('what changed since 2018: how much longer a thousand listeners take', async (t) => {
  const row = read('docs/labs/node-versions/README.md').match(/^\| emit\(\), 1,000 .*/m)[0]
  const [low, high] = row.match(/([\d.]+)–([\d.]+) \|$/).slice(1).map(Number)
  t.equal(Math.round(1 / high), 2)
  t.equal(Math.round(1 / low), 4)
  says(t, 'docs/modern-node.md', 'takes two to four times as long')
})
