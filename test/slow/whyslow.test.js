'use strict'

// The package by itself: it installs into an empty folder, and watches a process there.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const { findTarget } = require('../../scripts/lib/server/targets')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { ROOT } = require('../helpers/project')
const { runServer, underLoad } = require('../helpers/running-server')

const SERVER = `const { pbkdf2Sync } = require('node:crypto')
require('node:http').createServer((req, res) => {
  res.end(pbkdf2Sync('a', 'b', 100_000, 32, 'sha256').toString('hex'))
}).listen(process.env.PORT, '127.0.0.1')
`
const PROGRAM = `import { format, watch } from 'whyslow'
async function main () {
  const diagnosis = await watch({ pid: 1 }, { seconds: 10 })
  const known: boolean = diagnosis.outcome !== 'unknown' && diagnosis.first.id === 'memory-leak'
  console.log(known, diagnosis.first.verdict, format(diagnosis, { title: 'shop' }))
}
`

const skip = process.platform !== 'linux' && 'it reads /proc'

t.test('whyslow in a folder of its own', { skip, timeout: 120_000 }, async (t) => {
  const folder = t.testdir({ 'package.json': '{}' })
  const run = (cwd, ...command) => runProcess(command, { cwd, mayFail: true })
  await run(ROOT, 'npm', 'pack', '-w', 'whyslow', '--pack-destination', folder)
  await run(folder, 'npm', 'install', './whyslow-0.1.0.tgz')
  const { stdout: installed } = await run(folder, 'npm', 'ls', '--all', '--parseable')
  const names = installed.trim().split('\n').map((line) => path.basename(line))
  t.strictSame(names.slice(1).sort(), ['whyslow', 'ws'])
  const whyslow = (...args) => run(folder, 'node_modules/.bin/whyslow', ...args)

  // A program in TypeScript finds the types, which need no others of the package.
  fs.writeFileSync(path.join(folder, 'watch.cts'), PROGRAM)
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const flags = '--noEmit --strict --module nodenext --target es2023 --types node'.split(' ')
  const { stdout: problems } = await run(folder, 'node', tsc, ...flags, 'watch.cts')
  t.equal(problems, '')

  const { pid, url, stop } = await runServer(findTarget('slow').file)
  t.teardown(stop)
  const { used, failed } = await underLoad(`${url}/seed/v1`, () => whyslow(String(pid)))
  t.equal(failed, 0)
  t.equal(used.code, 3)
  t.match(used.stdout, new RegExp(`^✗ process ${pid}: cost grows with every request$`, 'm'))
  t.match(used.stdout, /slow\/util\.js:28$/m)

  // The example of its README, which brings its own load.
  fs.copyFileSync(path.join(ROOT, 'test/fixtures/whyslow-in-ci.js'), path.join(folder, 'job.js'))
  fs.writeFileSync(path.join(folder, 'server.js'), SERVER)
  fs.symlinkSync(path.join(ROOT, 'node_modules/autocannon'),
    path.join(folder, 'node_modules/autocannon'))
  const PORT = String(await findFreePort())
  const env = { ...process.env, PORT, URL: `http://127.0.0.1:${PORT}` }
  const job = await runProcess([process.execPath, 'job.js'], { cwd: folder, mayFail: true, env })
  t.equal(job.code, 3, job.stderr)
  t.match(job.stdout, /^✗ server: event loop blocked by computation$/m)
})
