'use strict'

// make site BUILD=0: shows a site that was built before. test/slow/serial/site.test.js builds one.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('without a site, it says what to do', async (t) => {
  const { code, stdout, stderr } = await copyProject(t).run(['site.js', '--no-build'])
  t.strictSame({ code, stdout, stderr },
    { code: 1, stdout: '', stderr: 'site: no site was built: run make site without BUILD=0\n' })
})

t.test('a port that is taken', async (t) => {
  const project = copyProject(t)
  fs.mkdirSync(path.join(project.folder, 'docs/dist/site'), { recursive: true })
  const server = net.createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address()
  const { code, stderr } = await project.run(['site.js', '--no-build'], { SITE_PORT: String(port) })
  t.strictSame({ code, stderr }, {
    code: 1,
    stderr: `site: port ${port} is taken: stop what listens there, or choose another with SITE_PORT=\n`
  })
})
