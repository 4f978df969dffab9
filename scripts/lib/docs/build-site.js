'use strict'

// Builds the site with VitePress (docs/.vitepress has its settings), and serves what was built.

const fs = require('node:fs')
const path = require('node:path')
const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { UserError } = require('../cli/errors')
const { report } = require('../present/report')
const { listResults, RECORDED } = require('../results/store')
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

/** What VitePress copies as it is: pictures, slides, the report, recorded profiles. @type {typeof copyTrackedFiles} */
async function addStaticFiles (folder, signal) {
  const add = (/** @type {string} */ name, from = path.join(folder, name)) =>
    fs.cpSync(from, path.join(folder, 'public', name), { recursive: true })
  add('docs/images')
  add('slides.html', await buildSlides('html', /** @type {AbortSignal} */ (signal)))
  const profiles = fs.readdirSync(path.join(folder, 'docs/results'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html')).map((name) => `docs/results/${name.replaceAll('\\', '/')}`).sort()
  for (const profile of profiles) add(profile)
  const saved = listResults(RECORDED).saved.map(({ result }) => result)
  fs.writeFileSync(path.join(folder, 'public/report.html'), await report({ saved, profiles }))
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
