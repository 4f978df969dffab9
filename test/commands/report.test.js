'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { resultOf } = require('../helpers/made-up')
const { copyProject, ROOT } = require('../helpers/project')

/** A project with these results, by the names of their files. */
function projectWith (t, results) {
  const project = copyProject(t)
  const folder = path.join(project.folder, 'results')
  fs.mkdirSync(folder)
  for (const [name, text] of Object.entries(results)) {
    fs.writeFileSync(path.join(folder, name), text)
  }
  return { ...project, page: () => fs.readFileSync(path.join(folder, 'report.html'), 'utf8') }
}

const headings = (page) => [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)

t.test('results of all kinds are on one page, which needs no network', async (t) => {
  const results = {}
  for (const name of ['bench-node-26.json', 'compare-fast-optimized.json', 'growth-slow.json']) {
    results[name] = fs.readFileSync(path.join(ROOT, 'docs/results', name))
  }
  const project = projectWith(t, results)
  fs.mkdirSync(path.join(project.folder, 'profiles'))
  fs.writeFileSync(path.join(project.folder, 'profiles/flame-slow.html'), '')
  const { code, stdout, stderr } = await project.run(['report.js'], { OPEN: '0' })
  t.strictSame([code, stdout, stderr], [0, `${path.join('results', 'report.html')}\n`, ''])
  const page = project.page()
  t.strictSame(headings(page).map((heading) => heading.split(/:|, /)[0]),
    ['100 connections for 10 s', 'Comparisons', 'Growth', 'Profiles'])
  t.equal(page.match(/<svg role="img" aria-label="[^"]+"/g).length, 4, 'charts with a text')
  t.ok(page.includes('<a href="../profiles/flame-slow.html">flame-slow</a>'))
  t.notMatch(page, /<script|(src|href)="?(https?:)?\/\/|@import|url\((?!#)/)
  t.ok(page.length < 1_000_000, 'and is small')
})

t.test('a broken file is named and left out', async (t) => {
  const project = projectWith(t, {
    'slow.json': JSON.stringify(resultOf('slow', 1)),
    'half.json': '{"schema": 2,'
  })
  const { stderr } = await project.run(['report.js'], { OPEN: '0' })
  t.equal(stderr, 'left out, because this version cannot read it: ' +
    `${path.join('results', 'half.json')}\n`)
  t.strictSame(headings(project.page()), ['100 connections for 10 s'])
})
