// VitePress's settings. `make site` runs it on a copy of the tracked files, so that README.md can be the first page.

import fs from 'node:fs'
import path from 'node:path'
import { slug } from 'github-slugger'

const { SITE_SOURCE: source, SITE_BASE: base, SITE_REPOSITORY: repository } = process.env
const WORKSHOP = 'docs/workshop/README.md'
const SLIDES = 'docs/slides/slides.md'
const STATIC = { 'slides.html': 'Slides', 'report.html': 'Recorded results', 'replay/index.html': 'Replay' }

const read = (page) => fs.readFileSync(path.join(source, page), 'utf8')
const chapters = () => fs.readdirSync(path.join(source, 'docs/workshop')).filter((name) => /^\d/.test(name)).sort()
  .map((name) => `docs/workshop/${name}`)

const item = (page) => ({
  text: read(page).match(/^# (.*)/m)[1],
  link: `/${page.replace(/README\.md$/, '').replace(/\.md$/, '')}`
})

/** The sections of docs/README.md with the pages that they link, in that order; after the workshop, its chapters. */
function sidebar () {
  const seen = new Set([SLIDES])
  const groups = read('docs/README.md').split(/^## /m).slice(1).map((section) => {
    const links = [...section.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, link]) => `docs/${link}`)
    const pages = links.flatMap((page) => page === WORKSHOP ? [page, ...chapters()] : [page])
    return { text: section.split('\n')[0], items: pages.filter((page) => !seen.has(page) && seen.add(page)).map(item) }
  })
  const start = { text: 'Start', items: ['README.md', 'docs/README.md'].map(item) }
  return [start, ...groups.filter(({ items }) => items.length)]
}

/** Adapts what is written for GitHub: links, HTML, and tables, because axe reports a header without text. */
function adaptToSite (md) {
  md.core.ruler.push('adapt_to_site', ({ tokens, env }) => {
    for (const [i, token] of tokens.entries()) {
      const children = token.children ?? []
      adaptLinks(children, env.relativePath)
      for (const html of [token, ...children].filter(({ type }) => /^html_/.test(type))) html.content = adaptHtml(html)
      if (token.type === 'th_open' && !tokens[i + 1].content) token.tag = tokens[i + 2].tag = 'td'
    }
  })
}

const DARK = '<source media="\\(prefers-color-scheme: dark\\)" srcset="([^"]+)">'
const PICTURE = new RegExp(`<picture>\\s*${DARK}\\s*<img src="([^"]+)"([^>]*)>\\s*</picture>`, 'g')

const img = (name, source, rest) => `<img class="${name}" loading="lazy" src="${source}"${rest}>`

function adaptHtml ({ content }) {
  if (content.includes('codespaces')) return '' // README's button works on GitHub only
  return content
    // The site has a switch for its colours: the style sheet shows the one picture or the other.
    .replace(PICTURE, (_, dark, light, rest) => img('light-only', light, rest) + img('dark-only', dark, rest))
    .replace(/\b(src|srcset)="(?![a-z]+:|[./])/g, '$1="./') // without the dot, Vite would look for a package
}

function adaptLinks (tokens, page) {
  let isUnlinked = false
  for (const token of tokens) {
    if (token.type === 'link_open') isUnlinked = !adaptLink(token, page)
    if (isUnlinked && /^link_/.test(token.type)) Object.assign(token, { tag: 'span', attrs: null })
  }
}

/** Whether the site has, or knows, what the link leads to. A file that does not exist fails the build. */
function adaptLink (token, page) {
  const href = token.attrGet('href')
  if (/^([a-z]+:|#)/i.test(href)) return true
  const target = path.posix.join(path.posix.dirname(page), href.replace(/[?#].*/, '')).replace(/\/$/, '')
  if (target.endsWith('.cpuprofile')) token.attrSet('href', href.replace(/cpuprofile$/, 'html')) // it shows the profile
  const file = path.join(source, target)
  const copy = path.join(source, 'public', target)
  if (target === SLIDES) {
    token.attrSet('href', `${base}slides.html`)
    token.attrSet('target', '_self') // VitePress leaves such links alone
  } else if (target.endsWith('.md')) {
    token.attrSet('href', href.replace(/README\.md/, 'index.md')) // VitePress says if there is no such page
  } else if (fs.statSync(copy, { throwIfNoEntry: false })?.isFile()) {
    token.attrSet('target', '_self')
  } else {
    const kind = fs.statSync(file).isDirectory() ? 'tree' : 'blob'
    token.attrSet('href', `${repository}/${kind}/HEAD/${target}`)
    return Boolean(repository)
  }
  return true
}

/** Nobody searches for an answer before opening it: folded parts and practice cases are not found. */
const renderForSearch = (text, env, md) =>
  env.relativePath.startsWith('docs/cases/') ? '' : md.render(text, env).replace(/<details[^]*?<\/details>/g, '')

export default {
  title: 'Keeping Node.js fast',
  description: 'Find out why a Node.js server is slow, and fix it',
  lang: 'en',
  base,
  srcDir: source,
  srcExclude: ['docs/slides/**', 'public/**'],
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  router: { prefetchLinks: false },
  markdown: {
    linkify: false, // as it is an address of this machine in most cases
    anchor: { slugify: slug }, // the docs link to headings as GitHub names them
    attrs: { disable: true },
    emoji: { shortcuts: {} },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: adaptToSite
  },
  themeConfig: {
    nav: [
      { text: 'Workshop', link: '/docs/workshop/' },
      ...Object.keys(STATIC).filter((name) => fs.existsSync(path.join(source, 'public', name)))
        .map((name) => ({ text: STATIC[name], link: `/${name}`, target: '_self' })),
      ...repository ? [{ text: 'Code', link: repository }] : []
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local', options: { _render: renderForSearch } }
  }
}
