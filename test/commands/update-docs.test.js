'use strict'

// The command update-docs. To change the looks of a chart on purpose, run it, and look at the
// pictures.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../helpers/project')

t.test('the docs show the figures of the recorded runs', async (t) => {
  const args = ['docs/tools/update-docs.js', '--check']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  t.strictSame([stderr, status], ['', 0])
})

t.test('what is out of date is found, and written', async (t) => {
  const { folder, read, run } = copyProject(t, {
    'docs/tools/pages.js': "exports.generatePages = async () => ({ 'README.md': 'new' })",
    'docs/tools/pictures.js': "exports.generatePictures = async () => ({ 'docs/a.svg': 'picture' })"
  })
  for (const [args, ...expected] of [
    [['--check'], 3, '', 'update-docs: README.md is out of date: run make update-docs\n'],
    [[], 0, 'README.md written\ndocs/a.svg written\n', ''],
    [['--check'], 0, '', '']
  ]) {
    const { code, stdout, stderr } = await run(['update-docs.js', ...args])
    t.strictSame([code, stdout, stderr], expected)
  }
  t.strictSame(['README.md', 'docs/a.svg'].map(read), ['new', 'picture'])
  const { mode } = fs.statSync(path.join(folder, 'README.md'))
  if (process.platform !== 'win32') t.equal(mode & 0o777, 0o666 & ~process.umask())
})
