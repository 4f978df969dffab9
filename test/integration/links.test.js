'use strict'

// Links in the docs lead to a page and a heading that exist, no word is doubled, and terms are
// spelt in one way.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const ROOT = path.join(__dirname, '../..')
const LINK = /\]\((?!\w+:|URL)([^()\s#]*)#?([^()\s]*)\)|(?:href|src)="(?!\w+:)([^"#]+)"/g
const DOUBLED = /(?<![\w-])(\w{2,})[ \n]\1(?![\w-])/i
const CODESPACES = '../../codespaces' // a page of GitHub
const SPELLINGS = {
  'Node.js': /\bN[Oo][Dd][Ee](-?[Jj][Ss]| JS)\b/,
  JavaScript: /\b[Jj]avascript\b/,
  GitHub: /\bGithub\b/,
  'event loop': /\b[Ee]ventloop\b/,
  'flame graph': /\b[Ff]lame-?graphs?\b/,
  timeout: /\b[Tt]ime-outs?\b/,
  behaviour: /\b[Bb]ehavior/
}

const git = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md']
const pages = execFileSync('git', git, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  .filter((page) => fs.existsSync(path.join(ROOT, page)))

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const proseOf = (page) => read(page)
  .replace(/^ *```[^]*?^ *```|<!--[^]*?-->/gm, '')
  .replace(/`[^`\n]+`/g, '…')
const wordsOf = (page) => proseOf(page).replace(/\]\([^)]*\)|<[^>]+>|^\|.*/gm, '')

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf (page) {
  const headings = read(page).replace(/^ *```[^]*?^ *```/gm, '').matchAll(/^#+ (.*)/gm)
  return Array.from(headings, ([, heading]) => heading.toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-'))
}

function linksOf (page) {
  const links = proseOf(page).matchAll(LINK)
  return Array.from(links, ([, file, anchor, source]) => ({ file: file ?? source, anchor }))
}

for (const page of pages) {
  t.test(page, async (t) => {
    for (const { file, anchor } of linksOf(page)) {
      if (file === CODESPACES) continue
      const target = file ? path.join(path.dirname(page), file) : page
      t.ok(fs.existsSync(path.join(ROOT, target)), `a link to ${file}`)
      if (anchor && target.endsWith('.md')) t.ok(anchorsOf(target).includes(anchor), anchor)
    }
    t.equal(wordsOf(page).match(DOUBLED)?.[0], undefined, 'no word stands twice')
    for (const [spelling, other] of Object.entries(SPELLINGS)) {
      t.notMatch(wordsOf(page), other, spelling)
    }
  })
}
