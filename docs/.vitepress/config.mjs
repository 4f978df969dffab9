// VitePress's settings. The site has all pages of the project, and a first page of its own in place
// of README.md.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { slug } from 'github-slugger'
import answers from '../tools/answers.js'

const source = path.join(import.meta.dirname, '../..')
const base = process.env.SITE_BASE
const repository = process.env.SITE_REPOSITORY
const WORKSHOP = 'docs/workshop/README.md'
const SLIDES = 'docs/slides/slides.md'
const STATIC = {
  'slides.html': 'Slides',
  'replay/index.html': 'Replay'
}

const HOME = fs.readFileSync(path.join(import.meta.dirname, 'home.md'), 'utf8')
  .replaceAll('../', 'docs/')

function read (page) {
  return page === 'README.md' ? HOME : fs.readFileSync(path.join(source, page), 'utf8')
}

/**
 * A plugin of Vite: what VitePress compiles as README.md is the first page. And the pages above
 * docs/ get Vue from docs/node_modules, as the file that VitePress runs is there.
 */
const homePage = {
  name: 'home-page',
  enforce: 'pre',
  resolveId (id, importer, { ssr }) {
    if (ssr && /^vue(\/|$)/.test(id)) return { id, external: true }
  },
  transform: (code, id) => id === path.join(source, 'README.md') ? HOME : code
}

function chapters () {
  const names = fs.readdirSync(path.join(source, 'docs/workshop')).sort()
  return names.filter((name) => /^\d/.test(name)).map((name) => `docs/workshop/${name}`)
}

function item (page) {
  const [, text] = read(page).match(/^# (.*)/m)
  return { text, link: `/${page.replace(/README\.md$/, '').replace(/\.md$/, '')}` }
}

/** The sections of docs/README.md with their pages; after the workshop, its chapters. */
function sidebar () {
  const groups = [{ text: 'Start', items: [item('docs/README.md')] }]
  const seen = new Set([SLIDES])
  for (const section of read('docs/README.md').split(/^## /m).slice(1)) {
    const items = []
    for (const [, link] of section.matchAll(/\]\(([\w./-]+\.md)\)/g)) {
      const linked = path.posix.join('docs', link)
      for (const page of linked === WORKSHOP ? [WORKSHOP, ...chapters()] : [linked]) {
        if (!seen.has(page)) items.push(item(page))
        seen.add(page)
      }
    }
    if (items.length) groups.push({ text: section.split('\n')[0], items })
  }
  return groups
}

const TARGETS = /<!-- targets -->\n```text\n([^]*?)```/

/** Shows what make help-all prints as a table for each group. */
function targetTables (md) {
  md.core.ruler.before('block', 'target_tables', (state) => {
    state.src = state.src.replace(TARGETS, (_, help) => {
      const tables = help.split('\n\n').map((group) => {
        const [title, ...rows] = group.trim().split('\n')
        if (!rows[0]?.startsWith(' ')) return `\`\`\`text\n${group.trim()}\n\`\`\``
        const cells = rows.map((row) => row.replace(/^ +(\S+) +(.*)/, '| `make $1` | $2 |'))
        const head = ['', `### ${title}`, '', '| command | what it does |', '| --- | --- |']
        return [...head, ...cells].join('\n')
      })
      return tables.join('\n\n')
    })
  })
}

const CALLOUT = /^\*\*(The question|Predict|Look for)\.?\*\*/
const CHECK = 'Check yourself'
const NEXT = /^\[Next: [^\]]*\]\([^)]*\)$/ // the site has a pager

/** Makes containers of the parts of a chapter, with headings, which "On this page" lists. */
function markParts (md) {
  md.core.ruler.before('inline', 'mark_parts', (state) => {
    const { tokens, env } = state
    const html = (content) => Object.assign(new state.Token('html_block', '', 0), { content })
    const marked = []
    let tag = 'h2' // of the headings of parts
    let count = 0
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]
      const { content = '' } = tokens[i + 1] ?? {}
      const isParagraph = token.type === 'paragraph_open'
      const [label, name] = (isParagraph && content.match(CALLOUT)) || []
      if (token.type === 'heading_open') {
        tag = token.tag === 'h1' ? 'h2' : 'h3'
        if (content === CHECK) token.attrJoin('class', 'check')
      }
      if (name) {
        const kind = name.split(' ').at(-1).toLowerCase()
        const heading = `<${tag} id="part-${++count}" tabindex="-1">${name}</${tag}>`
        const text = content.slice(label.length).trim()
        tokens[i + 1].content = text
        const end = endOfPart(tokens, i)
        const shown = tokens.slice(text ? i : i + 3, end + 1) // "Look for" has only a list
        marked.push(html(`<div class="part ${kind}">${heading}`), ...shown, html('</div>'))
        i = end
      } else if (isParagraph && NEXT.test(content)) {
        i += 2
      } else {
        marked.push(token)
      }
    }
    showProgress(marked, env.relativePath, html)
    state.tokens = marked
  })
}

/** The index of the last token of a paragraph, or of the list that follows it. */
function endOfPart (tokens, paragraph) {
  const end = paragraph + 2
  const list = tokens[end + 1]
  if (!list?.type.endsWith('_list_open')) return end
  return tokens.findIndex(({ type, level }, i) =>
    i > end && level === list.level && type.endsWith('_list_close'))
}

function showProgress (tokens, page, html) {
  const number = chapters().indexOf(page) + 1
  if (!number) return
  const end = tokens.findIndex(({ type }) => type === 'heading_close')
  const words = `Chapter ${number} of ${chapters().length}`
  tokens.splice(end + 1, 0, html(`<p class="progress">${words} <progress aria-label="${words}" ` +
    `value="${number}" max="${chapters().length}"></progress></p>`))
}

/** Adapts what is written for GitHub: links, HTML, and tables, as axe reports empty headers. */
function adaptToSite (md) {
  md.core.ruler.push('adapt_to_site', ({ tokens, env }) => {
    for (const [i, token] of tokens.entries()) {
      const children = token.children ?? []
      adaptLinks(children, env.relativePath)
      for (const html of [token, ...children]) {
        if (html.type.startsWith('html_')) html.content = adaptHtml(html.content)
      }
      if (token.type === 'fence' && env.relativePath === 'index.md') {
        token.content = repository
          ? token.content.replace(' URL ', ` ${repository} `)
          : token.content.replace(/^git clone .*(?=make)/, '') // of a checkout that is there
      }
      if (token.type === 'th_open' && !tokens[i + 1].content) {
        token.tag = 'td'
        tokens[i + 2].tag = 'td'
      }
    }
  })
}

const DARK = '<source media="\\(prefers-color-scheme: dark\\)" srcset="([^"]+)">'
const LIGHT = '<img src="([^"]+)"([^>]*)>'
const PICTURE = new RegExp(`<picture>\\s*${DARK}\\s*${LIGHT}\\s*</picture>`, 'g')

const img = (name, file, rest) => `<img class="${name}" loading="lazy" src="${file}"${rest}>`

function adaptHtml (content) {
  if (content.includes('codespaces')) return '' // README's buttons work on GitHub only
  return content
    // The site has a switch for its colours: the style sheet shows one of the two pictures.
    .replace(PICTURE, (_, dark, light, rest) =>
      img('light-only', light, rest) + img('dark-only', dark, rest))
    // Without the dot, Vite would look for a package.
    .replace(/\b(src|srcset)="(?![a-z]+:|[./])/g, '$1="./')
}

function adaptLinks (tokens, page) {
  let isUnlinked = false
  for (const token of tokens) {
    if (token.type === 'link_open') isUnlinked = !adaptLink(token, page)
    if (isUnlinked && token.type.startsWith('link_')) {
      token.tag = 'span'
      token.attrs = null
    }
  }
}

/** Whether the site has what the link leads to. A file that does not exist fails the build. */
function adaptLink (token, page) {
  const href = token.attrGet('href')
  if (/^([a-z]+:|#)/i.test(href)) return true
  const folder = path.posix.dirname(page)
  const target = path.posix.join(folder, href.replace(/[?#].*/, '')).replace(/\/$/, '')
  if (target.endsWith('.cpuprofile')) { // the page of the same name shows the profile
    token.attrSet('href', href.replace(/cpuprofile$/, 'html'))
  }
  if (target === SLIDES) {
    token.attrSet('href', `${base}slides.html`)
    token.attrSet('target', '_self') // VitePress leaves such links alone
    return true
  }
  if (target.endsWith('.md')) { // VitePress says if there is no such page
    token.attrSet('href', href.replace(/README\.md/, 'index.md'))
    return true
  }
  const isDirectory = fs.statSync(path.join(source, target)).isDirectory()
  if (target.startsWith('docs/profiles/') && !isDirectory) {
    token.attrSet('target', '_self')
    return true
  }
  const kind = isDirectory ? 'tree' : 'blob'
  token.attrSet('href', `${repository}/${kind}/HEAD/${target}`)
  return Boolean(repository)
}

const isCase = (page) => page.startsWith('docs/cases/')

/** The first paragraph is the description. Cases are dealt at random: there is no next one. */
function transformPageData (data) {
  const [, paragraph] = read(data.filePath).match(/\n\n([A-Z][^]*?)\n\n/) ?? []
  if (paragraph) {
    const plain = paragraph.replace(/\[([^\]]+)\]\([^)]*\)|[*`]/g, '$1').replace(/\s+/g, ' ')
    data.description = `${data.title}: ${plain}`.slice(0, 160)
  }
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct', '--', data.filePath], {
    cwd: source,
    encoding: 'utf8'
  })
  if (stdout) data.lastUpdated = stdout * 1000
  if (isCase(data.relativePath)) Object.assign(data.frontmatter, { prev: false, next: false })
}

/** Nobody searches for an answer before opening it: neither folded parts nor answers are found. */
function renderForSearch (text, env, md) {
  if (answers.isAnswer(env.relativePath, text)) return ''
  const shown = env.relativePath === 'README.md' ? HOME : text
  return md.render(shown, env).replace(/<details[^]*?<\/details>/g, '')
}

function nav () {
  const links = [{ text: 'Workshop', link: '/docs/workshop/' }]
  for (const [name, text] of Object.entries(STATIC)) {
    links.push({ text, link: `/${name}`, target: '_self' })
  }
  if (repository) links.push({ text: 'Code', link: repository })
  return links
}

export default {
  title: 'Keeping Node.js fast',
  description: 'Find out why a Node.js server is slow, and fix it',
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  srcDir: source,
  srcExclude: ['docs/slides/**', 'exercise*/**', 'profiles/**', 'results/**', 'test/**'],
  vite: { plugins: [homePage] },
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  router: { prefetchLinks: false },
  transformPageData,
  markdown: {
    linkify: false, // it would link addresses of this machine
    anchor: { slugify: slug }, // the docs link to headings as GitHub names them
    attrs: { disable: true },
    emoji: { shortcuts: {} },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => [targetTables, markParts, adaptToSite].forEach((adapt) => adapt(md))
  },
  themeConfig: {
    logo: '/icon.svg',
    editLink: repository && { pattern: `${repository}/edit/HEAD/:path` },
    nav: nav(),
    sidebar: sidebar(),
    outline: [2, 3],
    lastUpdated: { formatOptions: { dateStyle: 'long' } }, // 2/3 is no date for everybody
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved. The search finds it, and the menu lists all pages.',
      linkText: 'Go to the first page',
      linkLabel: 'Go to the first page'
    },
    search: {
      provider: 'local',
      options: {
        _render: renderForSearch,
        detailedView: true,
        miniSearch: { searchOptions: { fuzzy: false } } // "slow" is not "show"
      }
    }
  }
}
