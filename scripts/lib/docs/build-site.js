'use strict'

// Builds the site with VitePress (docs/.vitepress has its settings), and serves it.

const fs = require('node:fs')
const path = require('node:path')
const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { UserError } = require('../base/errors')
const { writeReplay } = require('../live/replay-site')
const { listResults, RECORDED } = require('../measure/results')
const { report } = require('../present/report')
const { speedscopeFolder, speedscopePage } = require('../profiling/cpuprofile')
const { copyTrackedFiles } = require('../system/files')
const { LOOPBACK } = require('../system/network')
const { temporaryFolder } = require('../system/watchdog')
const { buildSlides, runDocsProgram, DIST, DOCS } = require('./build-slides')

const SITE = path.join(DIST, 'site')
const ICON = path.join(__dirname, '../live/page/icon.svg')
const LINK_STYLE = 'position:fixed;right:1rem;bottom:1rem;z-index:9;padding:.2rem .6rem;' +
  'border-radius:.3rem;background:#1f2328;color:#fff;font:14px system-ui'

/**
 * Builds the site from a copy of the tracked files.
 * @param {object} settings
 * @param {string} settings.base The path at which the site will be served: `/`, or `/name/`.
 * @param {string} [settings.repository] The address of the code, for links to it.
 * @param {AbortSignal} settings.signal
 * @throws {UserError} When VitePress fails, for example because a link is dead.
 */
async function buildSite ({ base, repository = '', signal }) {
  fs.mkdirSync(DIST, { recursive: true })
  // Below docs/, the copied pages find the packages of docs/package.json.
  const { folder, remove } = temporaryFolder(path.join(DIST, 'source-'))
  const settings = { SITE_SOURCE: folder, SITE_BASE: base, SITE_REPOSITORY: repository }
  const env = { ...process.env, ...settings }
  try {
    await copyTrackedFiles(folder, signal)
    const home = fs.readFileSync(path.join(DOCS, '.vitepress/home.md'), 'utf8')
    fs.writeFileSync(path.join(folder, 'README.md'), home.replaceAll('../', 'docs/'))
    await addStaticFiles(folder, repository, signal)
    await runDocsProgram('vitepress/bin/vitepress.js', ['build'], { cwd: DOCS, env, signal })
  } finally {
    remove()
  }
}

/** @param {string} folder @param {string} repository @param {AbortSignal} signal */
async function addStaticFiles (folder, repository, signal) {
  const site = path.join(folder, 'public') // which VitePress copies as it is
  const profiles = path.join(site, 'docs/profiles')
  for (const name of ['docs/images', 'docs/profiles']) {
    fs.cpSync(path.join(folder, name), path.join(site, name), { recursive: true })
  }
  fs.cpSync(speedscopeFolder(), path.join(site, 'speedscope'), { recursive: true })
  for (const file of fs.readdirSync(profiles)) {
    const { name, ext } = path.parse(file)
    if (ext !== '.cpuprofile') continue
    const page = speedscopePage('../../speedscope/index.html')
    fs.writeFileSync(path.join(profiles, `${name}.html`), page)
  }
  const pages = fs.readdirSync(profiles).filter((file) => file.endsWith('.html'))
  const recorded = await report({
    saved: listResults(RECORDED).saved.map(({ result }) => result),
    profiles: pages.map((file) => `docs/profiles/${file}`)
  })
  fs.writeFileSync(path.join(site, 'report.html'), recorded)
  const slides = await buildSlides('html', { repository, signal })
  fs.copyFileSync(slides, path.join(site, 'slides.html'))
  fs.copyFileSync(ICON, path.join(site, 'icon.svg'))
  writeReplay(path.join(site, 'replay'))
  addWayBack(path.join(site, 'report.html'), '.')
  addWayBack(path.join(site, 'replay/index.html'), '..')
  for (const page of pages) addWayBack(path.join(profiles, page), '../..')
}

/**
 * Links a page that VitePress has not written to the first page.
 * @param {string} file
 * @param {string} home path of the site's folder
 */
function addWayBack (file, home) {
  const link = `<nav aria-label="Site" style="${LINK_STYLE}"><a href="${home}/index.html" ` +
    'style="color:inherit">← Keeping Node.js fast</a></nav>'
  const page = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, page.replace(/<body[^>]*>|<main>/, `$&${link}`))
}

/**
 * Serves the site that was built before, to this machine only.
 * @param {{ base: string, port: number }} settings
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 * @throws {UserError} When no site was built, or the port is taken.
 */
async function serveSite ({ base, port }) {
  if (!fs.existsSync(SITE)) {
    throw new UserError('no site was built: run make site without BUILD=0')
  }
  const app = fastify({ forceCloseConnections: true })
  app.register(fastifyStatic, { root: SITE, prefix: base })
  app.setNotFoundHandler((request, reply) => reply.code(404).sendFile('404.html'))
  try {
    const url = await app.listen({ host: LOOPBACK, port })
    return { url: `${url}${base}`, close: () => app.close() }
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code !== 'EADDRINUSE') throw err
    const advice = 'stop what listens there, or choose another with SITE_PORT='
    throw new UserError(`port ${port} is taken: ${advice}`)
  }
}

module.exports = { buildSite, serveSite, SITE }
