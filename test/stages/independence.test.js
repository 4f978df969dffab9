'use strict'

// What the diffs between the stages teach, and that each stands on its own.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { request } = require('../../scripts/lib/system/http-client')
const { ROOT } = require('../helpers/project')

const STAGES = ['slow', 'fast', 'optimized']
const read = (stage, file) => fs.readFileSync(path.join(ROOT, stage, file), 'utf8')
const manifest = (stage) => JSON.parse(read(stage, 'package.json'))

t.test('a stage is three files', async (t) => {
  for (const stage of STAGES) {
    const files = fs.readdirSync(path.join(ROOT, stage)).filter((file) => file !== 'node_modules')
    t.strictSame(files, ['index.js', 'package.json', 'util.js'], stage)
  }
})

t.test('fast is slow without the mute and with the right flag, and nothing else', async (t) => {
  t.equal(read('slow', 'index.js'), read('fast', 'index.js'))
  const fixed = read('slow', 'util.js')
    .replace("require('node:events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent === true)', 'if (afterEventAttached === true)')
  t.equal(fixed, read('fast', 'util.js'))
  t.strictSame({ ...manifest('slow'), name: 'fast' }, manifest('fast'))
})

t.test('optimized needs one package more', async (t) => {
  const { dependencies, name, ...rest } = manifest('optimized')
  const { fresh, ...others } = dependencies
  t.ok(fresh)
  t.strictSame({ ...rest, name: 'fast', dependencies: others }, manifest('fast'))
})

t.test('copied to an empty folder, a stage installs and runs by itself', async (t) => {
  await Promise.all(STAGES.map((stage) => t.test(stage, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${stage}-alone-`))
    t.teardown(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    for (const file of ['index.js', 'package.json', 'util.js']) fs.copyFileSync(path.join(ROOT, stage, file), path.join(folder, file))

    const shell = process.platform === 'win32' // npm is a .cmd file there
    const install = spawn('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, shell })
    let said = ''
    install.stderr.on('data', (chunk) => { said += chunk })
    t.equal(await new Promise((resolve) => install.once('close', resolve)), 0, `npm install\n${said}`)

    const server = spawn(process.execPath, ['index.js'], { cwd: folder, env: { ...process.env, PORT: '0' } })
    t.teardown(() => server.kill())
    const line = await new Promise((resolve) => server.stdout.once('data', (chunk) => resolve(String(chunk))))
    t.match(line, new RegExp(`^${stage} listening on http://127\\.0\\.0\\.1:\\d+/seed/v1\\n$`))
    t.equal((await request(line.match(/http:\S+/)[0])).status, 200)
  })))
})
