'use strict'

const { spawnSync } = require('node:child_process')
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

t.test('mixed recordings are refused, and a page that is out of date is found', async (t) => {
  const { run } = copyProject(t, {
    'docs/results/a.json': recordedOn('a CPU'),
    'docs/results/b.json': recordedOn('another'),
    'docs/tools/pages.js': "exports.generatePages = async () => ({ 'README.md': 'new' })",
    'docs/tools/pictures.js': 'exports.generatePictures = async () => ({})'
  })
  for (const [args, code, stderr] of [
    [['--check'], 1, 'update-docs: the recordings are of 2026-11-01; ' +
      'a CPU, 2 cores, linux x64, Node.js v26.1.0; another, 2 cores, linux x64, Node.js v26.1.0: ' +
      'run make record, or, for work in progress, make update-docs ALLOW_MIXED=1\n'],
    [['--check', '--allow-mixed'], 3,
      'update-docs: README.md is out of date: run make update-docs\n']
  ]) {
    t.strictSame(await run(['update-docs.js', ...args]), { code, signal: null, stdout: '', stderr })
  }
})
