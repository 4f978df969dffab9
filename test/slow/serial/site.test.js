'use strict'

// The site and the slides, built as make site and make slides build them.

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const { gzipSync } = require('node:zlib')
const { source: axe } = require('axe-core')
const t = require('tap')
const { buildSite, serveSite, SITE } = require('../../../scripts/lib/docs/build-site')
const { buildSlides } = require('../../../scripts/lib/docs/build-slides')
const { launchBrowser } = require('../../../scripts/lib/system/browser')
require('../../helpers/without-tap-loader')

const BASE = '/course/'
const REPOSITORY = 'https://github.com/somebody/course'
const PATIENCE = 300_000 // ms: the first run installs the packages
const FIRST_PAGE = 300_000 // bytes
const FOLDED = /<details[^]*?<\/details>/g
const { signal } = new AbortController()

let browser
let missing
let files // of the site
let pages // those that VitePress wrote
t.before(async () => {
  browser = await launchBrowser().catch((err) => { missing = err.message })
  await buildSite({ base: BASE, repository: REPOSITORY, signal })
  files = fs.readdirSync(SITE, { recursive: true }).map((name) => name.replaceAll('\\', '/'))
  pages = files.filter((name) => name.endsWith('.html') && text(name).includes('<main'))
    .filter((name) => text(name).includes('id="app"'))
})
t.teardown(() => browser?.close())

const text = (name) => fs.readFileSync(path.join(SITE, name), 'utf8')
const isCase = (name) => name.startsWith('docs/cases/')
const wordsOf = (html) => html.replace(/<[^>]*>/g, ' ').replace(/&#?\w+;/g, ' ').toLowerCase().match(/[a-z]{4,}/g) ?? []

/** @returns {string|undefined} what is wrong with a link, a picture or a script of a page of the site */
function findFault (page, link) {
  const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), `http://site${BASE}${page}`)
  if (origin !== 'http://site') return
  const fault = `${page}: ${link}`
  if (!pathname.startsWith(BASE)) return fault
  const name = decodeURIComponent(pathname.slice(BASE.length)).replace(/(^|\/)$/, '$1index.html')
  if (!files.includes(name)) return fault
  const id = decodeURIComponent(hash.slice(1))
  const ids = () => [...text(name).matchAll(/\sid="([^"]*)"/g)].map(([, found]) => found)
  if (id && !ids().includes(id)) return fault
}

t.test('the site has the README, all pages of the docs, the slides and the report', async (t) => {
  const expected = ['index.html', 'docs/index.html', 'docs/CHANGELOG.html', 'docs/workshop/index.html',
    'docs/workshop/15-where-next.html', 'docs/labs/overload/index.html', 'slides.html', 'report.html',
    'replay/index.html', 'docs/profiles/flame-slow.html', 'docs/profiles/cpuprofile-slow.html']
  for (const name of expected) t.ok(files.includes(name), name)
  t.ok(pages.length > 40, `${pages.length} pages`)
  t.notOk(files.includes('docs/slides/slides.html'), 'the slides are no page of the docs')
  t.notOk(text('index.html').includes('codespaces'), 'the button works on GitHub only')
})

t.test('every link, picture and anchor of the site exists', async (t) => {
  const LINK = /<(?:a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g
  const links = [...pages, 'report.html', 'replay/index.html']
    .flatMap((page) => [...text(page).matchAll(LINK)].map(([, link]) => [page, link]))
  t.ok(links.length > 1000)
  t.strictSame(links.map(([page, link]) => findFault(page, link)).filter(Boolean), [])
})

t.test('a chapter leads to the ones before and after it, and to the code', async (t) => {
  const chapter = text('docs/workshop/06-unmute.html')
  for (const link of ['05-confirm', '07-fix']) t.ok(chapter.includes(`href="${BASE}docs/workshop/${link}.html"`), link)
  t.ok(chapter.includes(`href="${REPOSITORY}/blob/HEAD/slow/util.js"`))
  t.ok(text('index.html').includes(`href="${REPOSITORY}/tree/HEAD/slow"`))
  t.ok(chapter.match(FOLDED).length > 1, 'answers are folded')
  t.ok(text('docs/workshop/04-find.html').includes('/profiles/cpuprofile-slow.html"'), 'speedscope, not a download')
})

t.test('the search finds no answers and no cases', async (t) => {
  const index = text(files.find((name) => /localSearchIndexroot\..*\.js$/.test(name)))
  const found = JSON.parse(vm.runInNewContext(index.replace(/export\s*\{\s*(\S+) as default\s*\};?\s*$/, ';$1')))
  const terms = new Set(found.index.map(([term]) => term))
  t.ok(terms.has('listeners') && terms.size > 1000)
  t.strictSame(Object.values(found.documentIds).filter((id) => id.includes('/cases/')), [])

  const mains = pages.map((name) => ({ name, html: text(name).match(/<main\b[^]*<\/main>/)[0] }))
  const open = new Set(mains.flatMap(({ name, html }) => isCase(name) ? [] : wordsOf(html.replace(FOLDED, ''))))
  const folded = mains.flatMap(({ name, html }) =>
    isCase(name) ? wordsOf(html) : (html.match(FOLDED) ?? []).flatMap(wordsOf))
  const hidden = [...new Set(folded)].filter((word) => !open.has(word))
  t.ok(hidden.length > 50, `${hidden.length} words are in answers and cases only`)
  t.strictSame(hidden.filter((word) => terms.has(word)), [])
})

t.test('in a browser', { timeout: PATIENCE }, async (t) => {
  if (missing) return t.skip(missing)
  const site = await serveSite({ base: BASE, port: 0 })
  t.teardown(site.close)

  t.test('the first page is small, and loads nothing from elsewhere', async (t) => {
    const page = await browser.newPage()
    const bodies = []
    const complaints = []
    page.on('response', (response) => bodies.push(response.body()))
    page.on('request', (request) => { if (!request.url().startsWith(site.url)) complaints.push(request.url()) })
    page.on('pageerror', (err) => complaints.push(err.message))
    await page.goto(site.url, { waitUntil: 'networkidle' })
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length) // as GitHub Pages sends them
    const size = sizes.reduce((sum, size) => sum + size, 0)
    t.ok(size < FIRST_PAGE, `${size} bytes`)
    t.strictSame(complaints, [])
    await page.close()
  })

  t.test('every page is accessible (WCAG 2.2 AA), light and dark', async (t) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    for (const name of [...pages, 'report.html', 'slides.html', 'replay/index.html']) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(site.url + name, { waitUntil: 'networkidle' })
      await page.evaluate(() => { for (const details of document.querySelectorAll('details')) details.open = true })
      await page.evaluate(axe)
      const region = { enabled: name !== 'slides.html' } // Marp puts its buttons outside of the slides
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        const broken = await page.evaluate((rules) =>
          window.axe.run({ rules, runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })
            .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)),
        { region })
        t.strictSame(broken, [], `${name}, ${colorScheme}`)
      }
    }
    await page.close()
  })

  t.test('the replay and a recorded flame graph are reached by mouse alone', async (t) => {
    const page = await browser.newPage()
    const complaints = []
    page.on('pageerror', (err) => complaints.push(err.message))
    page.on('requestfailed', (request) => complaints.push(request.url()))
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Replay' }).first().click()
    await page.selectOption('#speed', 'at once')
    await page.click('#play')
    const { settings, events } = JSON.parse(fs.readFileSync(path.join(SITE, 'replay/earlier/live-race.json'), 'utf8'))
    await page.waitForSelector('#summary .headline:not(:empty)')
    const words = await page.textContent('#summary .detail')
    t.strictSame(settings.targets, ['slow', 'fast', 'optimized'])
    for (const { data: { result } } of events.filter(({ type }) => type === 'result')) {
      const { average } = result.requests
      const figure = average.toLocaleString('en', { maximumFractionDigits: average < 100 ? 1 : 0 })
      t.ok(words.includes(`${result.target}: ${figure} requests per second on average`), `${result.target}: ${figure}`)
      const p99 = result.timeouts > 0.01 * result.requests.sent ? '> 10 s' : `${result.latency.p99} ms`
      t.ok(words.includes(`latency p99 ${p99}`), p99)
    }
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Recorded results' }).first().click()
    await page.getByRole('link', { name: 'flame-slow', exact: true }).click()
    await page.waitForSelector('.highlighter-box')
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Recorded results' }).first().click()
    await page.getByRole('link', { name: 'cpuprofile-slow', exact: true }).click()
    await page.waitForFunction(() => document.title.includes('cpuprofile-slow'))
    t.strictSame(complaints, [])
    await page.close()
  })
})

t.test('the slides are one web page with notes, and a PDF', { timeout: PATIENCE }, async (t) => {
  const html = fs.readFileSync(await buildSlides('html', signal), 'utf8')
  const references = [...html.matchAll(/<(?:img|script|link)\b[^>]*\s(?:src|href)="(?!data:)([^"]*)"/g)]
  t.strictSame(references.map(([, reference]) => reference), [], 'it needs no other file')
  t.ok(html.match(/class="bespoke-marp-note"/g).length > 20)
  if (missing) return t.skip(missing)
  const pdf = fs.readFileSync(await buildSlides('pdf', signal))
  t.equal(pdf.subarray(0, 5).toString(), '%PDF-')
})
