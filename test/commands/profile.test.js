'use strict'

// test/slow has the other profilers.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

const SERVER = `require('node:http').createServer(function answer (req, res) {
  for (let i = 0; i < 1e5; i++) Math.random()
  res.writeHead(req.method + req.url === 'PUT/x' ? 200 : 404).end()
}).listen(process.env.PORT, process.env.HOST)`

const project = copyProject(t, {
  'docs/labs/own/servers/shop.js': SERVER,
  'docs/labs/own/node_modules/a': '',
  'profiles/cpuprofile-own-shop.html': 'of yesterday',
  'scripts/lib/cli/browser.js': "exports.openPage = (page) => console.log('opens', page)"
})

t.test('a profile has a stable name, replaces the older one, and is opened', async (t) => {
  const args = 'profile.js cpuprofile own/shop --method PUT --urlpath /x --duration 1'.split(' ')
  const { code, stdout, stderr } = await project.run([...args, '--connections=3'])
  t.strictSame([code, stderr], [0, ''])
  t.match(stdout, /^cpuprofile of own\/shop: PUT \/x, 3 connections for 1 s, .*\n\n/)
  t.match(stdout, /\nyour code by [^]* answer {2}your [^]*\nby hand, in [^]*\nopens .*\.html\n$/)
  const files = fs.readdirSync(path.join(project.folder, 'profiles'))
  t.strictSame(files, ['cpuprofile', 'html', 'js'].map((type) => `cpuprofile-own-shop.${type}`))
  for (const file of files) t.ok(stdout.includes(`\nsaved       ${path.join('profiles', file)}\n`))
  t.match(project.read('profiles/cpuprofile-own-shop.html'), /speedscope.*#view=left-heavy&/)
  const { timeDeltas } = JSON.parse(project.read('profiles/cpuprofile-own-shop.cpuprofile'))
  t.ok(timeDeltas.length > 200, 'a sample for each millisecond or so, as Chrome reads it')
  if (process.platform === 'win32') return
  const modes = files.map((file) => fs.statSync(path.join(project.folder, 'profiles', file)).mode)
  t.strictSame(modes.map((mode) => mode & 0o777), [0o600, 0o600, 0o600], 'the reader\'s alone')
})
