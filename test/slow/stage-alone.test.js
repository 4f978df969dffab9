'use strict'

// npm installs each stage by itself, from the registry.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { request } = require('../../scripts/lib/system/http-client')
const { cleanEnvironment, ROOT } = require('../helpers/project')

for (const stage of ['slow', 'fast', 'optimized']) {
  t.test(`copied to an empty folder, ${stage} installs and runs by itself`, async (t) => {
    const cwd = fs.mkdtempSync(path.join(os.tmpdir(), `${stage}-alone-`))
    t.teardown(() => fs.rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
    for (const file of ['index.js', 'package.json', 'util.js']) {
      fs.copyFileSync(path.join(ROOT, stage, file), path.join(cwd, file))
    }

    const shell = process.platform === 'win32' // npm is a .cmd file there
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund']
    const install = spawn('npm', args, { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] })
    t.strictSame(await once(install, 'close'), [0, null])

    const env = cleanEnvironment({ PORT: '0' })
    const server = spawn(process.execPath, ['index.js'], { cwd, env })
    t.teardown(() => server.kill())
    const [chunk] = await once(server.stdout, 'data')
    const [start, url] = String(chunk).split(' on ')
    t.equal(start, `${stage} listening`)
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/seed\/v1\n$/)
    t.equal((await request(url.trim())).status, 200)
  })
}
