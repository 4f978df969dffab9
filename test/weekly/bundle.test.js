'use strict'

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const t = require('tap')
const { bundle, NAME } = require('../../docs/tools/bundle')
const { cleanEnvironment, ROOT } = require('../helpers/project')

const run = promisify(execFile)
// Nothing listens there: whatever goes out goes through it, and fails. No cache and no settings but
// the bundle's own.
const NOWHERE = 'http://127.0.0.1:9/'
const NO_NETWORK = {
  npm_config_proxy: NOWHERE,
  npm_config_https_proxy: NOWHERE,
  npm_config_noproxy: '',
  NO_PROXY: '',
  no_proxy: '',
  npm_config_fetch_retries: '0',
  npm_config_userconfig: '/dev/null'
}

t.test('the bundle installs, and runs, without a network', { timeout: 1_100_000 }, async (t) => {
  const folder = t.testdir({ site: { 'index.html': 'a page' } })
  const site = path.relative(ROOT, path.join(folder, 'site'))
  const { signal } = new AbortController()
  await bundle(path.join(folder, 'it.tgz'), site, signal)
  t.strictSame(fs.readdirSync(folder), ['it.tgz', 'site'])

  await run('tar', ['xzf', 'it.tgz'], { cwd: folder })
  const project = path.join(folder, NAME)
  const offline = { cwd: project, env: cleanEnvironment(NO_NETWORK) }
  t.notOk(fs.existsSync(path.join(project, 'node_modules')))
  t.ok(fs.existsSync(path.join(project, site, 'index.html')), 'what was built')
  const ping = run('npm', ['ping'], { ...offline, cwd: folder })
  await t.rejects(ping, { message: /npm (error|ERR!) code ECONNREFUSED\n/ })
  await run('npm', ['ci', '--ignore-scripts'], offline)
  const command = async (...args) => (await run(process.execPath, args, offline)).stdout
  const lab = path.join(project, 'docs/labs/frameworks')
  await run('npm', ['ci', '--ignore-scripts'], { ...offline, cwd: lab })
  for (const target of ['fast', 'frameworks/express']) {
    const bench = await command('scripts/bench.js', target, '--duration', '1', '--warmup', '0')
    t.match(bench, /^│ Req\/Sec +│/m)
  }
})
