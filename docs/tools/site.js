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
const { listRuns, PAGE, UPLOT } = require('../../scripts/lib/live/page-files')
const { RECORDED } = require('../../scripts/lib/load/saved-results')
const { speedscopeFolder, speedscopePage } = require('../../scripts/lib/profile/cpuprofile')
const { LOOPBACK } = require('../../scripts/lib/server/server')
const { buildSlides, runDocsProgram, DIST, DOCS } = require('./slides')

const SITE = path.join(DIST, 'site')
const WAY_BACK = '<nav aria-label="Site" style="position: fixed; top: 0; left: 0; ' +
  'z-index: 9; padding: 0.2rem 0.6rem; border-radius: 0 0 0.3rem; background: #1f2328; ' +
  'font: 14px system-ui"><a href="HOME" target="_top" style="color: #fff">← Home</a></nav>'

/**
 * Builds the site.
 * @param {object} settings
 * @param {string} settings.base path of the site: `/`, or `/name/`
 * @param {string} [settings.repository] address of the code, to link it
 * @param {AbortSignal} settings.signal
 * @throws {UserError} When VitePress fails, as for a dead link.
 */
async function buildSite ({ base, repository = '', signal }) {
  const slides = await buildSlides('html', { repository, signal })
  const env = { ...process.env, SITE_BASE: base, SITE_REPOSITORY: repository }
  await runDocsProgram('vitepress/bin/vitepress.js', ['build'], { cwd: DOCS, env, signal })
  fs.cpSync(slides, path.join(SITE, 'slides.html'))
  fs.cpSync(path.join(PAGE, 'icon.svg'), path.join(SITE, 'icon.svg'))
  addProfiles()
  addReplay(path.join(SITE, 'replay'))
}

function addProfiles () {
  const folder = path.join(SITE, 'docs/profiles')
  fs.cpSync(path.join(DOCS, 'profiles'), folder, { recursive: true })
  fs.cpSync(speedscopeFolder(), path.join(SITE, 'speedscope'), { recursive: true })
  const viewer = path.join(SITE, 'speedscope/index.html')
  const page = linkHome(fs.readFileSync(viewer, 'utf8'), '../index.html')
  fs.writeFileSync(viewer, page.replace('top: 0', 'top: 20px')) // below its menu
  for (const file of fs.readdirSync(folder)) {
    const { name, ext } = path.parse(file)
    if (ext === '.cpuprofile') {
      writeProfile(name, speedscopePage('../../speedscope/index.html'))
    } else if (ext === '.html') {
      writeProfile(name, fs.readFileSync(path.join(folder, file), 'utf8'))
    }
  }

  function writeProfile (name, page) {
    fs.writeFileSync(path.join(folder, `${name}.html`), linkHome(page, '../../index.html'))
  }
}

// VitePress links only its own pages to the first one.
function linkHome (page, home) {
  return page.replace(/<body[^>]*>|<main>/, `$&${WAY_BACK.replace('HOME', home)}`)
}

// The live page without a server: it plays the recorded race. Its title leads back.
function addReplay (folder) {
  fs.cpSync(PAGE, folder, { recursive: true })
  fs.cpSync(UPLOT, path.join(folder, 'uplot'), { recursive: true })
  const write = (file, text) => fs.writeFileSync(path.join(folder, file), text)
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  const replay = page
    .replace('<html ', '<html data-no-server ')
    .replace(/(?<=<h1>)(.*)(?=<\/h1>)/, '<a href="../index.html">$1</a>')
  write('index.html', replay)
  const runs = listRuns(RECORDED)
  write('earlier.json', JSON.stringify(runs))
  for (const { id } of runs) {
    fs.cpSync(path.join(RECORDED, id), path.join(folder, 'earlier', id))
  }
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

module.exports = { buildSite, serveSite, SITE }
