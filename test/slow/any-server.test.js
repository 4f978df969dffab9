'use strict'

// Servers as readers write them, outside the repository.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { measureGrowth } = require('../../scripts/lib/compare/growth')
const { measure } = require('../../scripts/lib/load/measure')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { npm } = require('../../scripts/lib/server/npm')
const { startLive } = require('../helpers/live')
const { filesOf, ownFolder, processesIn, HTTP } = require('../helpers/own-server')
const { copyProject, ROOT } = require('../helpers/project')

const LOAD = { duration: 1, connections: 10, warmup: 0 }
const KINDS = [
  { app: 'http.js' },
  { app: 'https.js', isWhole: true },
  { app: 'express.js' },
  { app: 'fastify.js' },
  { app: 'koa.js' },
  { app: 'hapi.js' },
  { app: 'restify.js' },
  { app: 'module.mjs', isWhole: true },
  { app: 'typed.ts', node: !process.features.typescript && '26' }, // which strips types
  { app: 'npm start', folder: 'build', isWhole: true }
]

const skip = process.platform === 'win32' && 'it needs a POSIX shell'

const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'reader-')))
const home = path.join(parent, 'servers')
let files

t.before(async () => {
  fs.cpSync(path.join(ROOT, 'test/fixtures/servers'), home, { recursive: true })
  await npm(['ci', '--prefer-offline'], { cwd: home })
  files = [...filesOf(home), 'build/dist', 'build/dist/server.js'].sort()
})
t.teardown(() => fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))

t.test('each is measured, and each kind is profiled', async (t) => {
  t.jobs = 2
  for (const { app, folder = '.', node, isWhole } of KINDS) {
    t.test(app, { buffered: true }, async (t) => {
      const command = node ? `${(await fetchNode(node)).file} ${app}` : app
      const target = findTarget(command, { in: path.join(home, folder) })
      const { load, requests, statuses, server } = await measure(target, LOAD)
      t.strictSame(statuses, { 200: requests.total })
      t.equal(new URL(load.url).protocol, app === 'https.js' ? 'https:' : 'http:')
      t.ok(server.cpuTime > 0)

      if (!isWhole) return // the others differ in nothing that profilers depend on
      const profile = await profilers.cpuprofile.run(target, { load: LOAD, folder: t.testdir() })
      t.strictSame(Object.keys(profile.files).sort(), ['.cpuprofile', '.html', '.js'])
      if (app === 'npm start') return // Clinic wants a file
      const { files } = await profilers.flame.run(target, { load: LOAD, folder: t.testdir() })
      t.strictSame(Object.keys(files), ['.html'])
      const { samples } = await measureGrowth(target, { duration: 3, max: 200 })
      t.ok(samples.at(-1).requests > 64)
    })
  }
})

t.test('their folder is as it was, and nothing is left running', async (t) => {
  t.strictSame(filesOf(home), files)
  t.strictSame(processesIn(home), [])
})

t.test('--prof wants a file, and leaves its folder as it was', { skip }, async (t) => {
  const project = copyProject(t)
  const folder = ownFolder(t, { 'package.json': '{}', 'cli.js': HTTP })
  const refused = await project.run(['profile.js', 'prof', 'npm start', '--in', folder])
  t.equal(refused.code, 1)
  t.equal(refused.stderr,
    'profile: prof needs the file that npm start runs, as in --app=../shop/server.js\n')
  const app = `node --no-warnings ${folder}/cli.js serve`
  const { code, stdout } =
    await project.run(['profile.js', 'prof', '--app', app, '--in', folder, '--duration', '1'])
  t.equal(code, 0)
  t.match(stdout, /\nsaved {7}profiles\/prof-cli\.txt\n$/)
  t.strictSame(filesOf(folder), ['cli.js', 'package.json'])
})

t.test('live has a button for the server, which gets its own request', async (t) => {
  const project = copyProject(t)
  const status = 'req.method + req.url === "PUT/cart" ? 200 : 400'
  const server = HTTP.replace("res.end('ok')", `res.writeHead(${status}).end()`)
  const folder = ownFolder(t, { 'server.js': server })
  const request = ['--urlpath', '/cart', '--method', 'put']
  const live = await startLive(t, project, ['--app', 'server.js', '--in', folder, ...request])
  const { until } = await live.follow()
  t.strictSame((await until('hello')).data.targets,
    ['slow', 'fast', 'optimized', 'exercise', 'shop'])
  const race = { targets: ['shop'], connections: 2, duration: 1 }
  t.equal((await live.post('/start', race)).status, 200)
  t.strictSame((await until('end')).data, { outcome: 'done' })
  const { result: { target, statuses, load } } = (await until('result')).data
  t.strictSame({ target, statuses: Object.keys(statuses) }, { target: 'shop', statuses: ['200'] })
  t.strictSame([load.method, new URL(load.url).pathname], ['PUT', '/cart'])
})
