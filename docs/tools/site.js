'use strict'

// Builds the site with VitePress (docs/.vitepress has its settings), and serves it.

require('../../scripts/lib/cli/preconditions')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { openPage } = require('../../scripts/lib/cli/browser')
const { command } = require('../../scripts/lib/cli/command')
const { UserError } = require('../../scripts/lib/cli/errors')
const { text, yesNo } = require('../../scripts/lib/cli/flags')
const { ROOT } = require('../../scripts/lib/cli/project')
const { listRuns, stageColors, PAGE, UPLOT } = require('../../scripts/lib/live/page-files')
const { RECORDED } = require('../../scripts/lib/load/results')
const { speedscopeFolder, speedscopePage } = require('../../scripts/lib/profile/cpuprofile')
const { LOOPBACK } = require('../../scripts/lib/server/network')
const { runProcess } = require('../../scripts/lib/server/process')
const { temporaryFolder } = require('../../scripts/lib/server/watchdog')
const {
  buildSlides,
  runDocsProgram,
  DIST,
  DOCS
} = require('./slides')

const SITE = path.join(DIST, 'site')
const PROFILES = 'docs/profiles'
const LINK_STYLE = 'right: 1rem; z-index: 9; ' +
  'padding: 0.2rem 0.6rem; border-radius: 0.3rem; background: #1f2328; color: #fff; ' +
  'font: 14px system-ui'

/**
 * Builds the site from a copy of the tracked files.
 * @param {object} settings
 * @param {string} settings.base path of the site: `/`, or `/name/`
 * @param {string} [settings.repository] address of the code, to link it
 * @param {AbortSignal} settings.signal
 * @throws {UserError} When VitePress fails, as for a dead link.
 */
async function buildSite ({ base, repository = '', signal }) {
  fs.mkdirSync(DIST, { recursive: true })
  // Below docs/, the copied pages find the packages of docs/package.json.
  const { folder, remove } = temporaryFolder(path.join(DIST, 'source-'))
  const settings = { SITE_SOURCE: folder, SITE_BASE: base, SITE_REPOSITORY: repository }
  try {
    await copyTrackedFiles(folder, signal)
    const home = fs.readFileSync(path.join(DOCS, '.vitepress/home.md'), 'utf8')
    fs.writeFileSync(path.join(folder, 'README.md'), home.replaceAll('../', 'docs/'))
    const slides = await buildSlides('html', { repository, signal })
    const site = path.join(folder, 'public') // which VitePress copies as it is
    fs.cpSync(slides, path.join(site, 'slides.html'))
    fs.cpSync(path.join(PAGE, 'icon.svg'), path.join(site, 'icon.svg'))
    addRecorded(folder, site)
    const env = { ...process.env, ...settings }
    await runDocsProgram('vitepress/bin/vitepress.js', ['build'], { cwd: DOCS, env, signal })
  } finally {
    remove()
  }
}

/**
 * Copies the files that git tracks.
 * @param {string} folder
 * @param {AbortSignal} [signal]
 * @throws {UserError} Outside of a git clone.
 */
async function copyTrackedFiles (folder, signal) {
  const { stdout } = await runProcess(['git', 'ls-files', '-z'], { cwd: ROOT, signal })
  for (const name of stdout.split('\0').filter(Boolean)) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file)) fs.cpSync(file, path.join(folder, name))
  }
}

function addRecorded (source, site) {
  const copy = (from, name) => fs.cpSync(from, path.join(site, name), { recursive: true })
  for (const name of ['docs/images', PROFILES]) copy(path.join(source, name), name)
  copy(speedscopeFolder(), 'speedscope')
  const pages = ['replay/index.html']
  for (const file of fs.readdirSync(path.join(site, PROFILES))) {
    const { name, ext } = path.parse(file)
    const page = `${PROFILES}/${name}.html`
    if (ext === '.cpuprofile') {
      fs.writeFileSync(path.join(site, page), speedscopePage('../../speedscope/index.html'))
    }
    if (ext === '.cpuprofile' || ext === '.html') pages.push(page)
  }
  writeReplay(path.join(site, 'replay'))
  for (const page of pages) {
    const home = path.posix.relative(path.posix.dirname(page), 'index.html')
    addWayBack(path.join(site, page), home)
  }
}

// The live page without a server: it plays the recorded race.
function writeReplay (folder) {
  fs.cpSync(PAGE, folder, { recursive: true })
  fs.cpSync(UPLOT, path.join(folder, 'uplot'), { recursive: true })
  const write = (file, text) => fs.writeFileSync(path.join(folder, file), text)
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  write('index.html', page.replace('<html ', '<html data-no-server '))
  write('stages.css', stageColors())

  const runs = listRuns(RECORDED)
  write('earlier.json', JSON.stringify(runs))
  for (const { id } of runs) {
    fs.cpSync(path.join(RECORDED, id), path.join(folder, 'earlier', id))
  }
}

// VitePress links only its own pages to the first one.
function addWayBack (file, home) {
  const place = file.includes('replay') // whose buttons are at the end
    ? 'position: absolute; top: 0.3rem'
    : 'position: fixed; bottom: 1rem'
  const link = `<nav aria-label="Site" style="${place}; ${LINK_STYLE}">` +
    `<a href="${home}" style="color: inherit">← Home</a></nav>`
  const page = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, page.replace(/<body[^>]*>|<main>/, `$&${link}`))
}

/**
 * Serves the built site on a free port of the loopback address.
 * @param {string} base the path at which it was built
 * @throws {UserError} When no site was built.
 */
async function serveSite (base) {
  if (!fs.existsSync(SITE)) throw new UserError('no site was built: run make site without BUILD=0')
  const app = fastify({ forceCloseConnections: true })
  app.register(fastifyStatic, { root: SITE, prefix: base, extensions: ['html'] })
  app.setNotFoundHandler((request, reply) => reply.code(404).sendFile('404.html'))
  const url = await app.listen({ host: LOOPBACK, port: 0 })
  return { url: `${url}${base}`, close: () => app.close() }
}

async function main ({ values, signal }) {
  const base = path.posix.join('/', values.base, '/')
  if (values.build) {
    console.log('building the site …')
    await buildSite({
      base,
      repository: values.repository,
      signal
    })
    console.log(path.relative('', SITE))
  }
  if (!values.open) return
  const site = await serveSite(base)
  console.log(`the site is listening on ${site.url}\nCtrl-C ends it`)
  await openPage(site.url)
  if (!signal.aborted) await once(signal, 'abort')
  await site.close()
}

if (require.main === module) {
  command({
    summary: 'Builds the docs as a website into docs/dist/site, and shows it, to this machine\n' +
      'only, until Ctrl-C.',
    untilInterrupted: true,
    flags: {
      base: text('path at which it will be served, such as /name/', '/'),
      repository: text('address of the code on GitHub, for links to it'),
      build: yesNo('show the site that was built before (BUILD=0)', true),
      open: yesNo('only build (OPEN=0)', true)
    }
  }, main)
}

module.exports = {
  buildSite,
  copyTrackedFiles,
  serveSite,
  SITE
}
