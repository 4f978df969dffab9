'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { ROOT } = require('../helpers/project')
const { runServer } = require('../helpers/running-server')

const STAGES = ['slow', 'fast', 'optimized'] // they need the same packages

t.test('copied to an empty folder, a stage installs and runs by itself', async (t) => {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'stage-alone-'))
  t.teardown(() => fs.rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
  for (const stage of STAGES) {
    for (const file of ['index.js', 'package.json', 'util.js']) {
      fs.copyFileSync(path.join(ROOT, stage, file), path.join(cwd, file))
    }
    if (!fs.existsSync(path.join(cwd, 'node_modules'))) {
      const install = 'npm install --prefer-offline --no-audit --no-fund'.split(' ')
      await runProcess(install, { cwd, shell: process.platform === 'win32' }) // npm.cmd
    }
    const { url, stop } = await runServer(path.join(cwd, 'index.js'))
    t.teardown(stop)
    t.equal((await request(`${url}/seed/v1`)).status, 200, stage)
  }
})
