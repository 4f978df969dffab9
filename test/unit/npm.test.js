'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { installPackages, npm } = require('../../scripts/lib/server/npm')

const skip = process.platform === 'win32' && 'the npm of these tests is a shell script'

/** A folder with an npm that prints its arguments, and writes down that it ran. */
function pretendNpm (t, files) {
  const folder = t.testdir({ npm: '#!/bin/sh\necho "$*" | tee "$PWD/ran"\n', ...files })
  fs.chmodSync(path.join(folder, 'npm'), 0o755)
  const { PATH } = process.env
  // In another object, Node.js 26 would not see it, and the real npm would install.
  process.env.PATH = `${folder}${path.delimiter}${PATH}`
  t.teardown(() => { process.env.PATH = PATH })
  return folder
}

t.test('npm runs no install scripts; packages are installed if the lock file is newer', {
  skip
}, async (t) => {
  t.intercept(console, 'error', { value () {} })
  const folder = pretendNpm(t, {
    'package-lock.json': '{}',
    node_modules: { '.package-lock.json': '{}' }
  })
  t.equal(await npm(['ci'], { cwd: folder }), 'ci --no-audit --no-fund --ignore-scripts\n')
  fs.rmSync(path.join(folder, 'ran'))
  const installed = path.join(folder, 'node_modules/.package-lock.json')
  for (const [time, runs] of [[2e9, false], [1e9, true]]) {
    fs.utimesSync(installed, time, time)
    await installPackages(folder, 'the lab')
    t.equal(fs.existsSync(path.join(folder, 'ran')), runs)
  }
})
