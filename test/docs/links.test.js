'use strict'

// Links in the docs lead to a page and a heading that exist, no word is doubled, and terms are
// spelt in one way.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { listFiles, readText, ROOT } = require('../helpers/project')

const LINK = /\]\((?!\w+:|URL)([^()\s#]*)#?([^()\s]*)\)|(?:href|src|srcset)="(?!\w+:)([^"#]+)"/g
const FENCE = /^ *```[^]*?^ *```/gm
const DOUBLED = /(?<![\w-])(\w{2,})[ \n]\1(?![\w-])/i
const OF_GITHUB = /^\.\.\/\.\.\/(codespaces|actions)/ // pages of a repository there
const SPELLINGS = {
  'Node.js': /\bN[Oo][Dd][Ee](-?[Jj][Ss]| JS)\b/,
  JavaScript: /\b[Jj]avascript\b/,
  GitHub: /\bGithub\b/,
  'event loop': /\b[Ee]ventloop\b/,
  'flame graph': /\b[Ff]lame-?graphs?\b/,
  timeout: /\b[Tt]ime-outs?\b/,
  behaviour: /\b[Bb]ehavior/
}

const isFile = (file) => fs.existsSync(path.join(ROOT, file))
const read = (file) => readText(file).replace(FENCE, '')

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf (page) {
  return Array.from(read(page).matchAll(/^#+ (.*)/gm), ([, heading]) => heading.toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-'))
}

for (const page of listFiles('*.md')) {
  const prose = read(page).replace(/<!--[^]*?-->/g, '').replace(/`[^`\n]+`/g, '…')
  t.test(page, async (t) => {
    for (const [, file, anchor, source = file] of prose.matchAll(LINK)) {
      if (OF_GITHUB.test(source)) continue
      const target = source ? path.join(path.dirname(page), source) : page
      t.ok(isFile(target), `a link to ${source}`)
      if (anchor && target.endsWith('.md')) t.ok(anchorsOf(target).includes(anchor), anchor)
    }
    const words = prose.replace(/\]\([^)]*\)|<[^>]+>|^\|.*/gm, '')
    t.equal(words.match(DOUBLED)?.[0], undefined, 'no word stands twice')
    for (const [spelling, other] of Object.entries(SPELLINGS)) t.notMatch(words, other, spelling)
  })
}
