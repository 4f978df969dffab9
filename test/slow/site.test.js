'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const vm = require('node:vm')
const { gzipSync } = require('node:zlib')
const t = require('tap')
const { buildSite, serveSite, SITE } = require('../../docs/tools/site')
const { buildSlides } = require('../../docs/tools/slides')
const { browserTests, findBreaches, openPage } = require('../helpers/browser')
require('../helpers/without-tap-loader')

const BASE = '/course/'
const REPOSITORY = 'https://github.com/somebody/course'
const PATIENCE = 300_000 // ms: the first run installs the packages
const FIRST_PAGE = 300_000 // bytes
const LEGIBLE = 6 // px, on a slide of 320 px
const STATIC = ['index.html', 'slides.html', 'replay/index.html']
const FOLDED = /<details[^]*?<\/details>/g
const LINK = /<(?:a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g
const { signal } = new AbortController()

let files // of the site
let pages // those that VitePress wrote
let site
t.before(async () => {
  await buildSite({ base: BASE, repository: REPOSITORY, signal })
  files = fs.readdirSync(SITE, { recursive: true }).map((name) => name.replaceAll('\\', '/'))
  pages = files.filter((name) => name.endsWith('.html') && /id="app"[^]*<main/.test(text(name)))
  site = await serveSite(BASE)
})
t.teardown(() => site.close())
const inBrowser = browserTests(t)

const text = (name) => fs.readFileSync(path.join(SITE, name), 'utf8')

/** Whether what a page links to exists on the site. */
function isThere (page, link) {
  const url = new URL(link.replaceAll('&amp;', '&'), `http://site${BASE}${page}`)
  if (url.origin !== 'http://site') return true
  if (!url.pathname.startsWith(BASE)) return false
  const name = decodeURIComponent(url.pathname.slice(BASE.length))
    .replace(/(^|\/)$/, '$1index.html')
  if (!files.includes(name)) return false
  const id = decodeURIComponent(url.hash.slice(1))
  return !id || text(name).includes(` id="${id}"`)
}

t.test('the site has a first page, all pages of the docs, and the slides', async (t) => {
  const expected = [
    'docs/index.html', 'docs/workshop/14-your-own-server.html', 'docs/labs/overload/index.html',
    'docs/profiles/flame-slow.html', 'docs/profiles/cpuprofile-slow.html', ...STATIC
  ]
  for (const name of expected) t.ok(files.includes(name), name)
  t.ok(pages.length > 40, `${pages.length} pages`)
  t.notOk(files.includes('docs/slides/slides.html'), 'the slides are no page of the docs')
})

t.test('every link, picture and anchor of the site exists', async (t) => {
  const links = [...pages, 'index.html', 'replay/index.html'].flatMap((page) =>
    Array.from(text(page).matchAll(LINK), ([, link]) => ({ page, link })))
  t.ok(links.length > 1000)
  t.strictSame(links.filter(({ page, link }) => !isThere(page, link)), [])
})

t.test('each page has a description of its own, and the others lead back', async (t) => {
  const describe = (name) => text(name).match(/<meta name="description" content="([^"]*)"/)[1]
  t.equal(new Set(pages.map(describe)).size, pages.length)
  t.match(text('replay/index.html'), /<h1><a href="[./]*index\.html"/)
  t.match(text('docs/profiles/flame-slow.html'), /<a href="[./]*index\.html"/)
})

t.test('a chapter leads to the ones before and after it, and to the code', async (t) => {
  const cases = {
    'docs/workshop/06-explain.html': [
      `href="${BASE}docs/workshop/05-confirm.html"`,
      `href="${BASE}docs/workshop/07-fix.html"`
    ],
    'docs/workshop/02-measure.html': [`href="${REPOSITORY}/blob/HEAD/slow/index.js"`],
    'index.html': [`href="${BASE}docs/workshop/"`, `href="${BASE}docs/your-server.html"`],
    'docs/workshop/04-find.html': ['/profiles/cpuprofile-slow.html"'] // no download
  }
  for (const [page, links] of Object.entries(cases)) {
    for (const link of links) t.ok(text(page).includes(link), link)
  }
})

t.test('the parts of a chapter are containers with headings', async (t) => {
  const html = text('docs/workshop/02-measure.html')
  for (const [kind, name] of Object.entries({
    question: 'The question',
    predict: 'Predict',
    for: 'Look for'
  })) {
    t.match(html, new RegExp(`<div class="part ${kind}"><h[23] id="part-\\d+"[^>]*>${name}<`))
  }
  t.match(html, /<h2[^>]*class="check"/)
})

t.test('a chapter shows the progress, its date, where to edit it, and one pager', async (t) => {
  const html = text('docs/workshop/02-measure.html')
  t.match(html, /Chapter 2 of 14 <progress[^>]*value="2" max="14"/)
  t.ok(html.includes(`href="${REPOSITORY}/edit/HEAD/docs/workshop/02-measure.md"`))
  t.match(html, /class="VPLastUpdated"/)
  t.match(html, /pager-link next/)
  t.notMatch(html, />Next: /)
})

t.test('the first command of the first page can be copied as it is', async (t) => {
  const plain = text('index.html').replace(/<[^>]*>/g, '')
  t.ok(plain.includes(`git clone ${REPOSITORY} keeping-node-fast`))
})

t.test('the reference has a table for each group of targets', async (t) => {
  const html = text('docs/reference.html')
  t.match(html, /<h3 id="measure"[^]*?<table[^]*?make bench-NAME[^]*?<h3/)
})

t.test('the search finds no answers and no cases', async (t) => {
  const index = text(files.find((name) => /localSearchIndexroot\..*\.js$/.test(name)))
  const script = index.replace(/export\s*\{\s*(\S+) as default\s*\};?\s*$/, ';$1')
  const search = JSON.parse(vm.runInNewContext(script))
  const terms = new Set(search.index.map(([term]) => term))
  t.ok(terms.has('listeners') && terms.size > 1000)
  t.strictSame(Object.values(search.documentIds).filter((id) => id.includes('/cases/')), [])

  const wordsOf = (html) => html.replace(/<[^>]*>|&#?\w+;/g, ' ').toLowerCase().match(/[a-z]{4,}/g)
  const mains = pages.filter((name) => !name.startsWith('docs/cases/')).map((name) =>
    text(name).match(/<main\b[^]*<\/main>/)[0])
  const shown = new Set(wordsOf(mains.map((main) => main.replace(FOLDED, '')).join(' ')))
  const folded = wordsOf(mains.flatMap((main) => main.match(FOLDED) ?? []).join(' '))
  const secret = folded.filter((word) => !shown.has(word))
  t.ok(secret.length > 50, `${secret.length} words are in answers only`)
  t.strictSame(secret.filter((word) => terms.has(word)), [])
})

function onPage (name, run) {
  inBrowser(name, async (t, context) => {
    const complaints = []
    await run(t, await openPage(context, site.url, complaints), complaints, context)
  })
}

onPage('the first page is small, and loads nothing from elsewhere', async (t, page, complaints) => {
  const bodies = []
  page.on('response', (response) => bodies.push(response.body()))
  await page.goto(site.url, { waitUntil: 'networkidle' })
  let size = 0 // as GitHub Pages sends it
  for (const body of await Promise.all(bodies)) size += gzipSync(body).length
  t.ok(size < FIRST_PAGE, `${size} bytes`)
  t.strictSame(complaints, [])
})

onPage('code of 80 columns fits, no page scrolls sideways', async (t, page) => {
  const faults = []
  for (const width of [390, 768, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of ['index.html', 'docs/measuring.html', 'docs/workshop/04-find.html']) {
      await page.goto(site.url + name)
      const [isWide, cut] = await page.evaluate(() => [
        document.documentElement.scrollWidth > window.innerWidth,
        [...document.querySelectorAll('.vp-doc [class*=language-text] pre')]
          .filter((pre) => pre.textContent.split('\n').every((line) => line.length <= 80))
          .filter((pre) => pre.scrollWidth > pre.clientWidth + 1).length
      ])
      if (isWide || (width === 1280 && cut)) faults.push(`${name} at ${width} px: ${cut}`)
    }
  }
  t.strictSame(faults, [])
})

onPage('an address without .html, and one that does not exist, get a page', async (t, page) => {
  await page.goto(`${site.url}docs/workshop/02-measure`)
  t.match(await page.innerText('h1'), /^2. Measure/)
  const answer = await page.goto(`${site.url}none`)
  t.equal(answer.status(), 404)
  await page.getByRole('link', { name: 'Go to the first page' }).waitFor()
})

onPage('every page is accessible, light and dark', async (t, page, complaints, context) => {
  const queue = [...pages, ...STATIC]
  async function checkPages (page) {
    for (let name = queue.shift(); name; name = queue.shift()) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(site.url + name)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      // What is around the text is the same on all pages of the docs.
      const part = pages.includes(name) ? 'main' : 'html'
      const region = { enabled: name !== 'slides.html' } // Marp puts its buttons elsewhere
      t.strictSame(await findBreaches(page, { part, rules: { region } }), [], name)
      await page.emulateMedia({ colorScheme: 'dark' }) // which changes nothing but colours
      const dark = await findBreaches(page, { part, runOnly: ['color-contrast'] })
      t.strictSame(dark, [], `${name}, dark`)
    }
  }
  await Promise.all([checkPages(page), checkPages(await context.newPage())])
})

onPage('the replay plays the recorded race', async (t, page, complaints) => {
  await page.goto(site.url)
  await page.getByRole('link', { name: 'Replay' }).first().click()
  await page.selectOption('#speed', 'at once')
  await page.click('#play')
  await page.waitForSelector('#summary .headline:not(:empty)')
  const words = await page.textContent('#summary .detail')
  t.match(words, /slow [\d,]+ µs[^]*fast [\d.]+ µs[^]*optimized [\d.]+ µs/)
  t.strictSame(complaints, [])
})

onPage('an excerpt of a search shows no answer', async (t, page) => {
  await page.goto(`${site.url}docs/workshop/02-measure.html`)
  await page.keyboard.press('Control+k')
  await page.fill('#localsearch-input', 'predict')
  await page.waitForSelector('.excerpt .part, .excerpt p')
  t.equal(await page.locator('.excerpt details:visible').count(), 0)
})

onPage('the recorded profiles are reached by mouse alone', async (t, page, complaints) => {
  for (const name of ['flame-slow', 'cpuprofile-slow']) {
    await page.goto(`${site.url}docs/workshop/04-find.html`)
    await page.click(`a[href$="${name}.html"]`)
    if (name === 'flame-slow') await page.waitForSelector('.highlighter-box')
    else await page.waitForFunction(() => document.title.includes('cpuprofile-slow'))
  }
  t.strictSame(complaints, [])
})

t.test('the slides are one web page with notes', { timeout: PATIENCE }, async (t) => {
  const file = await buildSlides('html', { repository: REPOSITORY, signal })
  const html = fs.readFileSync(file, 'utf8')
  t.notMatch(html, /<(img|script|link)\b[^>]*\s(src|href)="(?!data:)/, 'it needs no other file')
  const notes = html.match(/class="bespoke-marp-note"[^]*?<\/div>/g)
  t.ok(notes.length > 20)
  t.notMatch(notes.join(''), /.\n./, 'the lines of a paragraph are joined')
  t.equal(html.match(/<figure>/g).length, 2, 'the first and the last slide show the address')
})

onPage('no slide overflows, and the slides are a PDF, too', async (t, page) => {
  const file = await buildSlides('html', { repository: REPOSITORY, signal })
  await page.goto(pathToFileURL(file).href)
  t.strictSame(await page.$$eval('section', (slides) => slides
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
    .map(({ id, scrollHeight }) => `slide ${id}: ${scrollHeight} px`)), [])
  const pdf = fs.readFileSync(await buildSlides('pdf', { signal }))
  t.equal(pdf.subarray(0, 5).toString(), '%PDF-')
})

onPage('the text and the pictures of each slide are legible at 320 px', async (t, page) => {
  const file = await buildSlides('html', { repository: REPOSITORY, signal })
  await page.setViewportSize({ width: 320, height: 180 })
  await page.goto(pathToFileURL(file).href)
  const small = await page.$$eval('section', async (slides, legible) => {
    const faults = []
    const say = (slide, size, text) => {
      if (size < legible) faults.push(`slide ${slide.id}: ${size.toFixed(1)} px: ${text.trim()}`)
    }
    for (const slide of slides) {
      const scale = window.innerWidth / slide.clientWidth
      for (const element of slide.querySelectorAll('*')) {
        const nodes = Array.from(element.childNodes)
        const isText = nodes.some(({ nodeType, data }) => nodeType === 3 && data.trim())
        const { fontSize } = window.getComputedStyle(element)
        if (isText) say(slide, parseFloat(fontSize) * scale, element.textContent)
      }
      for (const img of slide.querySelectorAll('img[src*="svg+xml"]:not(figure img)')) {
        const content = atob(img.src.split(',')[1])
        const svg = new window.DOMParser().parseFromString(content, 'image/svg+xml').documentElement
        document.body.append(svg)
        const { width, height } = svg.viewBox.baseVal
        const shown = Math.min(img.clientWidth / width, img.clientHeight / height) * scale
        for (const text of svg.querySelectorAll('text')) {
          const { fontSize } = window.getComputedStyle(text) // in the picture's own px
          say(slide, parseFloat(fontSize) * shown, text.textContent)
        }
        svg.remove()
      }
    }
    return faults
  }, LEGIBLE)
  t.strictSame(small, [])
})
