'use strict'

// make site BUILD=0: shows a site that was built before. test/slow/serial/site.test.js builds one.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('without a site, or with a port that is taken, it says what to do', async (t) => {
  const project = copyProject(t)
  const server = net.createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address()
  const env = { SITE_PORT: String(port) }
  const { code, stdout, stderr } = await project.run(['site.js', '--no-build'], env)
  t.strictSame({ code, stdout, stderr },
    { code: 1, stdout: '', stderr: 'site: no site was built: run make site without BUILD=0\n' })

  fs.mkdirSync(path.join(project.folder, 'docs/dist/site'), { recursive: true })
  const taken = await project.run(['site.js', '--no-build'], env)
  t.equal(taken.code, 1)
  t.equal(taken.stderr, `site: port ${port} is taken: stop what listens there, ` +
    'or choose another with SITE_PORT=\n')
})
