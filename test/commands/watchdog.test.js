'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { ROOT } = require('../helpers/project')

const CODE = `
  const { temporaryFolder } = require('${path.join(ROOT, 'scripts/lib/system/watchdog.js').replaceAll('\\', '/')}')
  const { folder, remove } = temporaryFolder(process.argv[1])
  require('node:fs').writeFileSync(folder + '/file', '')
  if (process.argv[2]) remove()
  console.log(folder)
  setTimeout(() => {}, 60_000)`

async function start (t, ...args) {
  const child = spawn(process.execPath, ['-e', CODE, path.join(t.testdir({}), 'it-'), ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, folder: String(line).trim() }
}

t.test('a temporary folder goes with its process, even after a SIGKILL', async (t) => {
  const { child, folder } = await start(t)
  t.ok(fs.existsSync(path.join(folder, 'file')))
  child.kill('SIGKILL')
  await once(child, 'close')
  for (const end = Date.now() + 5000; Date.now() < end && fs.existsSync(folder); await sleep(20));
  t.notOk(fs.existsSync(folder))
})

t.test('a folder that was removed is not removed again when another has its name', async (t) => {
  const { child, folder } = await start(t, 'remove')
  t.notOk(fs.existsSync(folder))
  fs.mkdirSync(folder)
  child.kill('SIGKILL')
  await once(child, 'close')
  await sleep(1000)
  t.ok(fs.existsSync(folder))
})
