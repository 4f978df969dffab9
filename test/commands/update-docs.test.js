'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../helpers/project')

t.test('the docs show the figures of the recorded runs', async (t) => {
  const args = ['docs/tools/update-docs.js', '--check']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(status, 0)
})

t.test('a file that is out of date is found, and written', async (t) => {
  const { folder, read, run } = copyProject(t, {
    'docs/tools/generated-files.js': `
      exports.generatePages = async () => ({ 'README.md': 'new' })
      exports.generatePictures = async () => ({ 'docs/new.svg': 'picture' })`
  })
  for (const [args, code, stdout] of [
    [['--check'], 3, ''],
    [[], 0, 'README.md written\ndocs/new.svg written\n'],
    [['--check'], 0, '']
  ]) {
    const outcome = await run(['update-docs.js', ...args])
    t.strictSame([outcome.code, outcome.stdout], [code, stdout])
  }
  t.strictSame(['README.md', 'docs/new.svg'].map(read), ['new', 'picture'])
  const { mode } = fs.statSync(path.join(folder, 'README.md'))
  if (process.platform !== 'win32') t.equal(mode & 0o777, 0o666 & ~process.umask())
})
