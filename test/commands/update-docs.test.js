'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../helpers/project')

t.test('the docs show the figures of the recorded runs, all of one day and machine', async (t) => {
  const args = ['docs/tools/update-docs.js', '--check']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(status, 0)
})

const recordedOn = (model) => JSON.stringify({
  schema: 2,
  startedAt: '2026-11-01T10:00:00.000Z',
  environment: { node: 'v26.1.0', platform: 'linux x64', cpu: { model, count: 2 } }
})

t.test('what is out of date is found, and written; mixed recordings are refused', async (t) => {
  const { folder, read, run } = copyProject(t, {
    'docs/results/a.json': recordedOn('a CPU'),
    'docs/results/b.json': recordedOn('another'),
    'docs/tools/pages.js': "exports.generatePages = async () => ({ 'README.md': 'new' })",
    'docs/tools/pictures.js':
      "exports.generatePictures = async () => ({ 'docs/new.svg': 'picture' })"
  })
  const mixed = 'update-docs: the recordings are of 2026-11-01; ' +
    'a CPU, 2 cores, linux x64, Node.js v26.1.0; another, 2 cores, linux x64, Node.js v26.1.0: ' +
    'run make record, or, for work in progress, make update-docs ALLOW_MIXED=1\n'
  const check = ['--check', '--allow-mixed']
  for (const [args, ...expected] of [
    [['--check'], 1, '', mixed],
    [check, 3, '', 'update-docs: README.md is out of date: run make update-docs\n'],
    [['--allow-mixed'], 0, 'README.md written\ndocs/new.svg written\n', ''],
    [check, 0, '', '']
  ]) {
    const { code, stdout, stderr } = await run(['update-docs.js', ...args])
    t.strictSame([code, stdout, stderr], expected)
  }
  t.strictSame(['README.md', 'docs/new.svg'].map(read), ['new', 'picture'])
  const { mode } = fs.statSync(path.join(folder, 'README.md'))
  if (process.platform !== 'win32') t.equal(mode & 0o777, 0o666 & ~process.umask())
})
