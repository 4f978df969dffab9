'use strict'

// The package by itself: it installs into an empty folder, and watches a process there.

const path = require('node:path')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { runProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { runServer, underLoad } = require('../helpers/running-server')

const skip = process.platform !== 'linux' && 'it reads /proc'

t.test('whyslow in a folder of its own', { skip, timeout: 120_000 }, async (t) => {
  const folder = t.testdir({ 'package.json': '{}' })
  const run = (cwd, ...command) => runProcess(command, { cwd, mayFail: true })
  await run(ROOT, 'npm', 'pack', '-w', 'whyslow', '--pack-destination', folder)
  await run(folder, 'npm', 'install', './whyslow-0.1.0.tgz')
  const { stdout: installed } = await run(folder, 'npm', 'ls', '--all', '--parseable')
  const names = installed.trim().split('\n').map((line) => path.basename(line))
  t.strictSame(names.slice(1).sort(), ['whyslow', 'ws'])
  const whyslow = (...args) => run(folder, 'npx', '--no', 'whyslow', ...args)

  const { pid, url, stop } = await runServer(findTarget('slow').file)
  t.teardown(stop)
  const { used, failed } = await underLoad(`${url}/seed/v1`, () => whyslow(String(pid)))
  t.equal(failed, 0)
  t.equal(used.code, 3)
  t.match(used.stdout, new RegExp(`^✗ process ${pid}: cost grows with every request$`, 'm'))
  t.match(used.stdout, /slow\/util\.js:28$/m)

  const refused = await whyslow('99999999')
  t.strictSame([refused.code, refused.stdout], [1, ''])
  t.match(refused.stderr, /^whyslow: there is no process 99999999: .*\n$/)
  const wrong = await whyslow('slow')
  t.equal(wrong.code, 2)
  t.match(wrong.stderr, /^Usage: whyslow \[PID /)
})
