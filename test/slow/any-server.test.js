'use strict'

// Servers as readers write them, outside the repository.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { measure } = require('../../scripts/lib/load/measure')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { npm } = require('../../scripts/lib/server/npm')
const { filesOf, processesIn } = require('../helpers/own-server')
const { ROOT } = require('../helpers/project')

const LOAD = { duration: 1, connections: 10, warmup: 0 }
const FILES = { cpuprofile: ['.cpuprofile', '.html', '.js'], flame: ['.html'], prof: ['.txt'] }
// Each with the profilers that depend on its kind.
const KINDS = [
  { app: 'http.js' },
  { app: 'https.js', tools: ['flame'] },
  { app: 'express.js' },
  { app: 'fastify.js' },
  { app: 'koa.js' },
  { app: 'hapi.js' },
  { app: 'restify.js' },
  { app: 'module.mjs', tools: ['cpuprofile', 'prof'] },
  { app: 'typed.ts', node: !process.features.typescript && '26' }, // which strips types
  { app: 'npm start', folder: 'build', tools: ['cpuprofile'] }
]

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
  for (const { app, folder = '.', node, tools = [] } of KINDS) {
    t.test(app, async (t) => {
      const command = node ? `${(await fetchNode(node)).file} ${app}` : app
      const target = findTarget(command, { in: path.join(home, folder) })
      const { load, requests, statuses, server } = await measure(target, LOAD)
      t.strictSame(statuses, { 200: requests.total })
      t.equal(new URL(load.url).protocol, app === 'https.js' ? 'https:' : 'http:')
      t.ok(server.cpuTime > 0)

      for (const tool of tools) {
        const { files } = await profilers[tool].run(target, { load: LOAD, folder: t.testdir() })
        t.strictSame(Object.keys(files).sort(), FILES[tool], tool)
      }
    })
  }
})

t.test('their folder is as it was, and nothing is left running', async (t) => {
  t.strictSame(filesOf(home), files)
  t.strictSame(processesIn(home), [])
})
