'use strict'

// The whole way of a learner, up to the practice: nothing tells what a later step is to find.
// Folded parts are asked for. A command that a chapter runs is not: its recorded output counts.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { isAnswer } = require('../../docs/tools/answers')
const { readText: read, ROOT } = require('../helpers/project')

const CHAPTERS = 'docs/workshop'
const OUTPUT = /<!-- output.*? -->\n([^]*?)<!-- \/output -->/g
const FOLD = /<details>[^]*?<\/details>/g
const VERDICTS = /^## Verdicts of the diagnosis\n[^]*?^## /m // faults of any server
const NOTES = /<!--[^]*?-->/g

// A secret is found in a chapter, and on the slides, below the text that is given.
const SECRETS = {
  'how slow the server is': {
    told: /more than a hundred times|tens of thousands|healthy server/i,
    chapter: ['02-measure.md', 'make bench-baseline'],
    slide: '## slow becomes slower'
  },
  'that it becomes slower': {
    told: /rate falls|becomes? slower|grows? with (each|every) request/i,
    chapter: ['02-measure.md', 'make bench-slow'],
    slide: '## slow becomes slower'
  },
  'which code is hot': {
    told: /\bhash(?!es passwords)|listener|emitter/i,
    chapter: ['04-find.md', 'make flame-slow'],
    slide: '## One function has most of the time'
  },
  'what there is too much of': {
    told: /\blisteners\b|(each|every) request (adds|leaves|brings)|too often/i,
    chapter: ['05-confirm.md', '## Check yourself'],
    slide: '## Request k runs k listeners'
  },
  'what has become of the warning': {
    told: /defaultMax|set the default|switched .*off|silence/i,
    chapter: ['06-explain.md', 'grep -rn'],
    slide: '## Predict: the warning is back'
  },
  'which line is wrong': {
    told: /attachAfterEvent|afterEventAttached|\bguard/i,
    chapter: ['06-explain.md', 'send the twelve requests again'],
    slide: '## Two faults'
  }
}

/** A page without its folds, but with what its commands print. Those in a fold are asked for. */
function shown (text) {
  return text.replace(FOLD, (fold) => {
    if (fold.includes('```sh')) return ''
    return Array.from(fold.matchAll(OUTPUT), ([, output]) => output).join('\n')
  })
}

const chapters = fs.readdirSync(path.join(ROOT, CHAPTERS)).filter((name) => /^0[1-8]/.test(name))
const makeHelp = execFileSync('make', ['help'], { cwd: ROOT, encoding: 'utf8' })
const livePage = read('scripts/lib/live/page/index.html')
  .replace(/<article.* hidden>[^]*?<\/article>/, '')
  .replace(/<[^>]*>/g, ' ')

// What is there from the start, and then the chapters.
const way = {
  'make help': makeHelp,
  'the live page': livePage,
  'docs/reference.md': read('docs/reference.md').replace(VERDICTS, ''),
  'docs/CHANGELOG.md': read('docs/CHANGELOG.md')
}
const SHEETS = ['docs/teach/predictions.md', 'docs/teach/feedback.md'] // handed out at the start
for (const page of ['README.md', 'docs/.vitepress/home.md', 'docs/README.md', ...SHEETS]) {
  way[page] = shown(read(page))
}
for (const name of ['README.md', ...chapters]) {
  way[`${CHAPTERS}/${name}`] = shown(read(`${CHAPTERS}/${name}`))
}

function linesThatTell (text, told) {
  return text.split('\n').filter((line) => told.test(line))
}

for (const [secret, { told, chapter: [name, place], slide }] of Object.entries(SECRETS)) {
  t.test(`nothing tells a learner ${secret}`, async (t) => {
    const last = `${CHAPTERS}/${name}`
    for (const [page, text] of Object.entries(way)) {
      const end = page === last ? text.indexOf(place) : text.length
      t.not(end, -1, `${page} has the text "${place}"`)
      t.strictSame(linesThatTell(text.slice(0, end), told), [], page)
      if (page === last) break
    }
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
