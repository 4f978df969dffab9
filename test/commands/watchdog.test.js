'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const CODE = `
  const { temporaryFolder } = require('${path.join(ROOT, 'scripts/lib/system/watchdog.js').replaceAll('\\', '/')}')
  const { folder, remove } = temporaryFolder(process.argv[1])
  require('node:fs').writeFileSync(folder + '/file', '')
  if (process.argv[2]) {
    remove()
    temporaryFolder(process.argv[2])
  }
  console.log(folder)
  setTimeout(() => {}, 60_000)`

/** Starts a process with a temporary folder, or with one that it has removed, and another one. */
async function start (t, ...names) {
  const parent = t.testdir({})
  const prefixes = names.map((name) => path.join(parent, name))
  const child = spawn(process.execPath, ['-e', CODE, ...prefixes], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, folder: String(line).trim() }
}

t.test('a temporary folder goes with its process, even after a SIGKILL', async (t) => {
  const { child, folder } = await start(t, 'it-')
  t.ok(fs.existsSync(path.join(folder, 'file')))
  child.kill('SIGKILL')
  await once(child, 'close')
  t.ok(await waitUntil(() => !fs.existsSync(folder)))
})

t.test('a folder that was removed is not removed again when another has its name', async (t) => {
  const { child, folder } = await start(t, 'it-', 'next-')
  t.notOk(fs.existsSync(folder))
  fs.mkdirSync(folder)
  child.kill('SIGKILL')
  await once(child, 'close')
  const others = () => fs.readdirSync(path.dirname(folder)).filter((name) => name.startsWith('next-'))
  t.ok(await waitUntil(() => others().length === 0), 'the watchdog has removed the next one')
  t.ok(fs.existsSync(folder), 'and left this one')
})
