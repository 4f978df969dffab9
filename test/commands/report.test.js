'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, readText } = require('../helpers/project')

const headings = (page) => [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)

t.test('results of all kinds are on one page, which needs no network', async (t) => {
  const files = {
    'profiles/flame-slow.html': '',
    'profiles/flame-slow.js': '',
    'results/half.json': '{"schema": 2,',
    'scripts/lib/system/browser.js': "exports.openPage = () => console.log('opened')"
  }
  for (const name of ['bench-node-26.json', 'compare-fast-optimized.json', 'growth-slow.json']) {
    files[`results/${name}`] = readText(`docs/results/${name}`)
  }
  const project = copyProject(t, files)
  const outcome = await project.run(['report.js'], { OPEN: '0' })
  const file = path.join('results', 'report.html')
  const stderr = 'left out, because this version cannot read it: ' +
    `${path.join('results', 'half.json')}\n`
  t.strictSame(outcome, { code: 0, signal: null, stdout: `${file}\n`, stderr })
  const page = fs.readFileSync(path.join(project.folder, file), 'utf8')
  t.strictSame(headings(page).map((heading) => heading.split(/:|, /)[0]),
    ['100 connections for 10 s', 'Comparisons', 'Growth', 'Profiles'])
  t.equal(page.match(/<svg role="img" aria-label="[^"]+"/g).length, 4, 'charts with a text')
  t.strictSame(page.match(/<a .*?<\/a>/g),
    ['<a href="../profiles/flame-slow.html">flame-slow</a>'])
  t.notMatch(page, /<script|(src|href)="?(https?:)?\/\/|@import|url\((?!#)/)
  t.ok(page.length < 1_000_000, 'and is small')
})
