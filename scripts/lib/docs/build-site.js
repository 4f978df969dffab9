'use strict'

// Builds the site with VitePress (docs/.vitepress has its settings), and serves what was built.

const fs = require('node:fs')
const path = require('node:path')
const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { UserError } = require('../base/errors')
const { writeReplay } = require('../live/replay-site')
const { profilePair } = require('../present/profile-pair')
const { report } = require('../present/report')
const { speedscopeFolder, speedscopePage } = require('../profiling/speedscope')
const { listResults, RECORDED } = require('../measure/results')
const { LOOPBACK } = require('../system/network')
const { copyTrackedFiles } = require('../system/tracked-files')
const { temporaryFolder } = require('../system/watchdog')
const { buildSlides, runDocsProgram, DIST, DOCS } = require('./build-slides')

const SITE = path.join(DIST, 'site')

/**
 * Builds a copy of the tracked files, below docs/ so that its pages find the packages of docs/package.json.
 * @param {object} settings
 * @param {string} settings.base the path at which the site will be served: `/`, or `/name/`
 * @param {string} [settings.repository] the address of the code, for links to it
 * @param {AbortSignal} settings.signal
 * @returns {Promise<void>} rejects with a UserError, such as when a link is dead
 */
async function buildSite ({ base, repository = '', signal }) {
  fs.mkdirSync(DIST, { recursive: true })
  const { folder, remove } = temporaryFolder(path.join(DIST, 'source-'))
  try {
    await copyTrackedFiles(folder, signal)
    await addStaticFiles(folder, signal)
    const env = { ...process.env, SITE_SOURCE: folder, SITE_BASE: base, SITE_REPOSITORY: repository }
    await runDocsProgram('vitepress/bin/vitepress.js', ['build'], { cwd: DOCS, env, signal })
  } finally {
    remove()
  }
}

/** @type {(folder: string, signal: AbortSignal) => Promise<void>} what VitePress copies as it is */
async function addStaticFiles (folder, signal) {
  const site = path.join(folder, 'public')
  const profiles = path.join(site, 'docs/profiles')
  fs.cpSync(path.join(folder, 'docs/images'), path.join(site, 'docs/images'), { recursive: true })
  fs.cpSync(path.join(folder, 'docs/profiles'), profiles, { recursive: true })
  fs.cpSync(speedscopeFolder(), path.join(site, 'speedscope'), { recursive: true })
  for (const file of fs.readdirSync(profiles).filter((file) => file.endsWith('.cpuprofile'))) {
    const { name } = path.parse(file)
    fs.writeFileSync(path.join(profiles, `${name}.html`), speedscopePage(name, '../../speedscope/index.html'))
  }
  const pair = ['flame-slow', 'flame-fast'].map((name) => path.join(profiles, `${name}.html`))
  fs.writeFileSync(path.join(profiles, 'flame-slow-beside-flame-fast.html'), profilePair(pair, profiles))
  const pages = fs.readdirSync(profiles).filter((file) => file.endsWith('.html')).map((file) => `docs/profiles/${file}`)
  const saved = listResults(RECORDED).saved.map(({ result }) => result)
  fs.writeFileSync(path.join(site, 'report.html'), await report({ saved, profiles: pages, hints: false }))
  fs.copyFileSync(await buildSlides('html', signal), path.join(site, 'slides.html'))
  writeReplay(path.join(site, 'replay'))
}

/** @type {(options: {base: string, port: number}) => Promise<{url: string, close: () => Promise<void>}>} UserError */
async function serveSite ({ base, port }) {
  if (!fs.existsSync(SITE)) throw new UserError('no site was built: run make site without BUILD=0')
  const app = fastify({ forceCloseConnections: true })
  app.register(fastifyStatic, { root: SITE, prefix: base })
  const url = await app.listen({ host: LOOPBACK, port }).catch((err) => {
    if (err.code !== 'EADDRINUSE') throw err
    throw new UserError(`port ${port} is taken: stop what listens there, or choose another with SITE_PORT=`)
  })
  return { url: `${url}${base}`, close: () => app.close() }
}

module.exports = { buildSite, serveSite, SITE }
