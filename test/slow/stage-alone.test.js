'use strict'

// npm installs each stage by itself, from the registry.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { request } = require('../../scripts/lib/system/http-client')
const { cleanEnvironment, ROOT } = require('../helpers/project')

const STAGES = ['slow', 'fast', 'optimized']

t.test('copied to an empty folder, a stage installs and runs by itself', async (t) => {
  await Promise.all(STAGES.map((stage) => t.test(stage, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${stage}-alone-`))
    t.teardown(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    for (const file of ['index.js', 'package.json', 'util.js']) {
      fs.copyFileSync(path.join(ROOT, stage, file), path.join(folder, file))
    }

    const shell = process.platform === 'win32' // npm is a .cmd file there
    const install = spawn('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
      shell
    })
    let said = ''
    install.stderr.on('data', (chunk) => { said += chunk })
    t.equal(
      await new Promise((resolve) => install.once('close', resolve)),
      0,
      `npm install\n${said}`
    )

    const env = cleanEnvironment({ PORT: '0' })
    const server = spawn(process.execPath, ['index.js'], { cwd: folder, env })
    t.teardown(() => server.kill())
    const line = await new Promise((resolve) =>
      server.stdout.once('data', (chunk) => resolve(String(chunk)))
    )
    t.match(line, new RegExp(`^${stage} listening on http://127\\.0\\.0\\.1:\\d+/seed/v1\\n$`))
    t.equal((await request(line.match(/http:\S+/)[0])).status, 200)
  })))
})
