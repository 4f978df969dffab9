'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('a figure changed by hand is found, and written over', async (t) => {
  const project = copyProject(t)
  const file = path.join(project.folder, 'README.md')
  const page = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, page.replace(/\| fast \| [\d,.]+/, '| fast | 1,000,000'))
  const check = await project.run(['update-docs.js', '--check'])
  t.equal(check.code, 3)
  t.equal(check.stderr, 'update-docs: README.md is out of date: run make update-docs\n')
  t.equal((await project.run(['update-docs.js'])).stdout, 'README.md written\n')
  t.equal(fs.readFileSync(file, 'utf8'), page)
})

t.test('without a recorded run it says so and writes nothing', async (t) => {
  const project = copyProject(t)
  const file = path.join(fs.realpathSync(project.folder), 'docs/results/bench.json')
  fs.rmSync(file)
  const { code, stdout, stderr } = await project.run(['update-docs.js'])
  const why = `ENOENT: no such file or directory, open '${file}'`
  t.strictSame({ code, stdout, stderr }, { code: 1, stdout: '', stderr: `update-docs: no result in ${file}: ${why}\n` })
})

t.test('a picture that is not of the recorded run is found', async (t) => {
  const project = copyProject(t)
  fs.appendFileSync(path.join(project.folder, 'docs/images/bench.svg'), ' ')
  const { code, stderr } = await project.run(['update-docs.js', '--check'])
  t.equal(code, 3)
  t.equal(stderr, 'update-docs: docs/images/bench.svg is out of date: run make update-docs\n')
})
