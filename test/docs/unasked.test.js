'use strict'

// The whole way of a learner, up to the practice: nothing tells what a later step is to find.
// Folded parts are asked for. A command that a chapter runs is not: its recorded output counts in
// the chapters before the one that finds it.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { isAnswer } = require('../../docs/tools/answers')
const { readText: read, ROOT } = require('../helpers/project')

const CHAPTERS = 'docs/workshop'
const OUTPUT = /<!-- output.*? -->\n([^]*?)<!-- \/output -->/g
const FOLDS = /<details>[^]*?<\/details>/g
const NOTES = /<!--[^]*?-->/g

// What is found in which chapter, and what would tell it on a page that has no folds, or on the
// slides above the one that is given.
const SECRETS = {
  'how slow the server is': {
    told: /more than a hundred times|tens of thousands|healthy server/i,
    chapter: 2,
    slide: '## slow becomes slower'
  },
  'that it becomes slower': {
    told: /rate falls|becomes? slower|grows? with (each|every) request/i,
    chapter: 2,
    slide: '## slow becomes slower'
  },
  'which code is hot': {
    told: /\bhash(?!es passwords)|listener|emitter/i,
    chapter: 4,
    slide: '## One function has most of the time'
  },
  'what there is too much of': {
    told: /\blisteners\b|(each|every) request (adds|leaves|brings)|too often/i,
    chapter: 5,
    slide: '## Request k runs k listeners'
  },
  'what has become of the warning': {
    told: /defaultMax|set the default|switched .*off|silence|mute/i,
    chapter: 6,
    slide: '## Predict: the warning is back'
  },
  'which function is wrong': {
    told: /attachAfterEvent|afterEventAttached|\bguard/i,
    chapter: 6,
    slide: '## Two faults'
  },
  'what is wrong with it': {
    told: /afterEventAttached|compares? the (function|wrong)|wrong name/i,
    chapter: 7,
    slide: '## The fix: two places'
  }
}

const withoutFolds = (text) => text.replace(FOLDS, '')

/** A page without its folds, but with what its commands print. Those in a fold are asked for. */
function shown (text) {
  return text.replace(FOLDS, (fold) => {
    if (fold.includes('```sh')) return ''
    return Array.from(fold.matchAll(OUTPUT), ([, output]) => output).join('\n')
  })
}

const names = fs.readdirSync(path.join(ROOT, CHAPTERS)).filter((name) => /^0[1-8]/.test(name))
const chapters = names.map((name) => [name, read(`${CHAPTERS}/${name}`)])
const makeHelp = execFileSync('make', ['help'], { cwd: ROOT, encoding: 'utf8' })
const livePage = read('scripts/lib/live/page/index.html')
  .replace(/<article.* hidden>[^]*?<\/article>/, '')
  .replace(/<[^>]*>/g, ' ')

// What is there from the start, and the second sheet of predictions, which chapter 5 hands out.
const start = {
  'make help': makeHelp,
  'the live page': livePage,
  'docs/reference.md': read('docs/reference.md'),
  'docs/CHANGELOG.md': read('docs/CHANGELOG.md')
}
const SHEETS = ['docs/teach/predictions-1.md', 'docs/teach/feedback.md'] // handed out at the start
const SECOND_SHEET = 'docs/teach/predictions-2.md'
for (const page of ['README.md', 'docs/.vitepress/home.md', 'docs/README.md', ...SHEETS]) {
  start[page] = shown(read(page))
}
start[`${CHAPTERS}/README.md`] = shown(read(`${CHAPTERS}/README.md`))

/** What somebody has seen who has not opened a fold of a chapter, by page. */
function wayTo (chapter) {
  const way = { ...start }
  if (chapter > 4) way[SECOND_SHEET] = read(SECOND_SHEET)
  for (const [name, text] of chapters.slice(0, chapter - 1)) way[name] = shown(text)
  const [name, text] = chapters[chapter - 1]
  way[name] = withoutFolds(text)
  return way
}

function linesThatTell (text, told) {
  return text.split('\n').filter((line) => told.test(line))
}

for (const [secret, { told, chapter, slide }] of Object.entries(SECRETS)) {
  t.test(`nothing tells a learner ${secret}`, async (t) => {
    for (const [page, text] of Object.entries(wayTo(chapter))) {
      t.strictSame(linesThatTell(text, told), [], page)
    }
    t.ok(linesThatTell(chapters[chapter - 1][1], told).length, 'its chapter tells it, in a fold')
  })

  t.test(`no slide tells ${secret}`, async (t) => {
    const slides = read('docs/slides/slides.md').replace(NOTES, '')
    const end = slides.indexOf(slide)
    t.not(end, -1, `there is a slide "${slide}"`)
    t.strictSame(linesThatTell(slides.slice(0, end), told), [])
  })
}

t.test('the search leaves out the pages that name the fault', async (t) => {
  const told = /attachAfterEvent|afterEventAttached|defaultMax/
  const pages = execFileSync('git', ['ls-files', 'docs/*.md'], { cwd: ROOT, encoding: 'utf8' })
  const others = pages.trim().split('\n').filter((page) => !/docs\/(workshop|slides)\//.test(page))
  const naming = others.filter((page) => linesThatTell(shown(read(page)), told).length > 0)
  const answers = ['docs/instructor-guide.md', 'docs/measuring.md', 'docs/modern-node.md']
  for (const page of [...naming, ...answers]) t.ok(isAnswer(page, read(page)), page)
  t.notOk(isAnswer('docs/workshop/02-measure.md', read('docs/workshop/02-measure.md')))
})
