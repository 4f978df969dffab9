'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('what was changed by hand is found, and written over', async (t) => {
  const project = copyProject(t, {}, ['docs'])
  const page = project.read('README.md')
  const changed = page.replace(/\| fast \| [\d,.]+/, '| fast | 1,000,000')
  fs.writeFileSync(path.join(project.folder, 'README.md'), changed)
  fs.appendFileSync(path.join(project.folder, 'docs/images/bench.svg'), ' ')
  const { code, stderr } = await project.run(['update-docs.js', '--check'])
  const problem = 'update-docs: README.md is out of date: run make update-docs\n'
  t.strictSame({ code, stderr }, { code: 3, stderr: problem })
  t.equal((await project.run(['update-docs.js'])).stdout,
    'README.md written\ndocs/images/bench.svg written\n')
  t.equal(project.read('README.md'), page)
})

t.test('without the result of a block, nothing is written', async (t) => {
  const project = copyProject(t, {}, ['docs'])
  fs.appendFileSync(path.join(project.folder, 'README.md'), '<!-- none -->\n<!-- /none -->\n')
  const { code, stdout, stderr } = await project.run(['update-docs.js'])
  const file = path.join(fs.realpathSync(project.folder), 'docs/results/none.json')
  const why = `ENOENT: no such file or directory, open '${file}'`
  t.strictSame([code, stdout], [1, ''])
  t.ok(stderr.endsWith(`update-docs: no result in ${file}: ${why}\n`), stderr)
})
