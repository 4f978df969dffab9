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
const VIEWER = '../../../speedscope/index.html'
const MOVED = '<!doctype html><title>Moved</title>' +
  '<meta http-equiv="refresh" content="0; url=../scripts/whyslow/">'

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
  fs.writeFileSync(path.join(SITE, 'docs/running.html'), MOVED)
  addProfiles()
  addReplay(path.join(SITE, 'replay'))
}

// Each recorded page is below a bar that leads back to its chapter.
function addProfiles () {
  const folder = path.join(SITE, 'docs/profiles')
  const recorded = path.join(folder, 'recorded')
  fs.cpSync(path.join(DOCS, 'profiles'), recorded, { recursive: true })
  fs.cpSync(speedscopeFolder(), path.join(SITE, 'speedscope'), { recursive: true })
  const frame = fs.readFileSync(path.join(__dirname, 'profile.html'), 'utf8')
  for (const { name, ext } of fs.readdirSync(recorded).map(path.parse)) {
    const page = path.join(recorded, `${name}.html`)
    if (ext === '.cpuprofile') fs.writeFileSync(page, speedscopePage(VIEWER))
    const { file, title } = chapterOf(`profiles/${name}.`)
    const framed = frame
      .replaceAll('NAME', name)
      .replace('BACK', `../workshop/${file}.html`)
      .replace('CHAPTER', title)
    fs.writeFileSync(path.join(folder, `${name}.html`), framed)
  }
}

/** The first chapter that has a text, or the list of the chapters. */
function chapterOf (text) {
  const folder = path.join(DOCS, 'workshop')
  for (const name of fs.readdirSync(folder).filter((name) => /^\d/.test(name))) {
    const page = fs.readFileSync(path.join(folder, name), 'utf8')
    const [, title] = page.match(/^# (.*)/) ?? []
    if (page.includes(text)) return { file: path.parse(name).name, title }
  }
  return { file: 'index', title: 'The workshop' }
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
 */
async function serveSite (base) {
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
  } else if (!fs.existsSync(SITE)) {
    throw new UserError('no site was built: run make site without BUILD=0')
  }
  if (!values.open) return console.log(`the site is in ${path.relative('', SITE)}`)
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
