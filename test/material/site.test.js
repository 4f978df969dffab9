'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const vm = require('node:vm')
const t = require('tap')
const { buildSite, serveSite, SITE } = require('../../docs/tools/site')
const { buildSlides } = require('../../docs/tools/slides')
const { browserTests, findBreaches, openPage } = require('../helpers/browser')
require('../helpers/without-tap-loader')

const BASE = '/course/'
const REPOSITORY = 'https://github.com/somebody/course'
const PATIENCE = 300_000 // ms: the first run installs the packages
const LEGIBLE = 6 // px
const STATIC = ['index.html', 'slides.html', 'replay/index.html']
const KINDS = [ // what is dark on these is so on all pages
  'docs/workshop/07-fix.html',
  'docs/cases/bakery/index.html',
  'docs/labs/prof/index.html',
  'docs/reference.html',
  'scripts/whyslow/index.html'
]
const FOLDED = /<details[^]*?<\/details>/g
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

t.test('a page has its parts, its progress, and links to others and the code', async (t) => {
  t.ok(pages.length > 40, `${pages.length} pages`)
  for (const [page, ...parts] of [
    ['index.html', `href="${BASE}docs/workshop/"`, `git clone ${REPOSITORY} keeping-node-fast`],
    ['replay/index.html', '<a href="../index.html"'],
    ['docs/profiles/flame-slow.html', 'workshop/04-find.html">← 4. Find</a>'],
    ['docs/profiles/cpuprofile-slow.html', '← 4. Find'],
    ['docs/workshop/02-measure.html',
      `href="${BASE}docs/workshop/01-set-up.html"`,
      `href="${REPOSITORY}/blob/HEAD/slow/index.js"`,
      `href="${REPOSITORY}/edit/HEAD/docs/workshop/02-measure.md"`,
      'Chapter 2 of 14 <progress',
      '>Predict<']
  ]) {
    const html = text(page)
    const plain = html.replace(/<[^>]*>/g, '')
    for (const part of parts) t.ok(html.includes(part) || plain.includes(part), part)
  }
})

t.test('a page that has moved leads to its new address, and a wrong one is told', async (t) => {
  const moved = text('docs/running.html')
  const [, address] = moved.match(/content="0; url=([^"]+)"/)
  const page = path.posix.join('docs', address, 'index.html')
  t.ok(pages.includes(page), page)
  const response = await fetch(`${site.url}docs/none`)
  t.equal(response.status, 404)
  t.match(await response.text(), /There is no such page|id="app"/)
})

t.test('the search finds no answers and no cases', async (t) => {
  const index = text(files.find((name) => /localSearchIndexroot\..*\.js$/.test(name)))
  const script = index.replace(/export\s*\{\s*(\S+) as default\s*\};?\s*$/, ';$1')
  const search = JSON.parse(vm.runInNewContext(script))
  const terms = new Set(search.index.map(([term]) => term))
  t.ok(terms.has('listeners') && terms.size > 1000)
  const found = Object.values(search.documentIds)
  t.strictSame(found.filter((id) => /cases\/|(measuring|modern-node|-guide)\.html/.test(id)), [])

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

onPage('code of 80 columns fits, no page scrolls sideways', async (t, page) => {
  const faults = []
  for (const width of [390, 1000, 1280]) {
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

/** Breaches on a page of the site, with all its folds open. */
async function findBreachesOf (page, name) {
  await page.goto(site.url + name)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  // What is around the text is the same on all pages of the docs.
  const part = pages.includes(name) ? 'main' : 'html'
  const region = { enabled: name !== 'slides.html' } // Marp puts its buttons elsewhere
  return await findBreaches(page, { part, rules: { region } })
}

onPage('every page is accessible', async (t, page, complaints, context) => {
  const queue = [...pages, ...STATIC]
  async function checkPages (page) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (let name = queue.shift(); name; name = queue.shift()) {
      t.strictSame(await findBreachesOf(page, name), [], name)
    }
  }
  await Promise.all([checkPages(page), checkPages(await context.newPage())])
})

onPage('a page of each kind is accessible in the dark', async (t, page) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const name of [...STATIC, ...KINDS]) {
    t.strictSame(await findBreachesOf(page, name), [], name)
  }
})

onPage('the replay plays the recorded race', async (t, page, complaints) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }) // no bars that grow
  await page.goto(site.url)
  await page.getByRole('link', { name: 'Replay' }).first().click()
  await page.waitForURL(/replay/) // and until its scripts have run
  await page.getByText('questions of chapters 2 to 11').waitFor()
  t.equal(await page.locator('#progress').isVisible(), false, 'it waits for the reader')
  await page.selectOption('#speed', 'at once')
  await page.click('#play')
  await page.getByText('what slow answered').waitFor()
  const words = await page.textContent('#summary .detail')
  t.match(words, /slow [\d,]+ µs[^]*fast [\d.]+ µs[^]*optimized [\d.]+ µs/)
  t.strictSame(complaints, [])
})

onPage('an excerpt of a search shows no answer', async (t, page) => {
  await page.goto(`${site.url}docs/workshop/02-measure.html`)
  const input = page.locator('#localsearch-input')
  while (!await input.isVisible()) { // the page listens to keys once its scripts have run
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(100)
  }
  await input.fill('predict')
  await page.waitForSelector('.excerpt .part, .excerpt p')
  t.equal(await page.locator('.excerpt details:visible').count(), 0)
  await input.fill('listener')
  const fix = page.locator('.result[href*="/07-"]')
  await fix.first().waitFor()
  t.equal(await fix.locator('.excerpt:visible').count(), 0)
})

t.test('the slides are one web page with notes', { timeout: PATIENCE }, async (t) => {
  const html = text('slides.html')
  t.notMatch(html, /<(img|script|link)\b[^>]*\s(src|href)="(?!data:)/, 'it needs no other file')
  const notes = html.match(/class="bespoke-marp-note"[^]*?<\/div>/g)
  t.ok(notes.length > 20)
  t.notMatch(notes.join(''), /.\n./, 'the lines of a paragraph are joined')
  t.equal(html.match(/<figure>/g).length, 2, 'the first and the last slide show the address')
})

onPage('no slide overflows, and its text is legible at 320 px', async (t, page) => {
  await page.goto(pathToFileURL(path.join(SITE, 'slides.html')).href)
  t.strictSame(await page.$$eval('section', (slides) => slides
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
    .map(({ id }) => `slide ${id}`)), [])
  await page.setViewportSize({ width: 320, height: 180 })
  const sizes = await page.$$eval('section :is(p, li, td, th, h1, h2, h3, pre)', (texts) =>
    texts.map((text) => parseFloat(window.getComputedStyle(text).fontSize) *
      window.innerWidth / text.closest('section').clientWidth))
  t.ok(Math.min(...sizes) >= LEGIBLE, `${Math.min(...sizes)} px`)
})

if (process.env.WEEKLY) {
  t.test('the slides are a PDF, too', async (t) => {
    const pdf = fs.readFileSync(await buildSlides('pdf', { signal }))
    t.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  })
}
