'use strict'

const path = require('node:path')
const t = require('tap')

t.test('a program is found by its path, in PATH, and where Debian keeps nginx and ip', async (t) => {
  const folder = t.testdir({ program: '' })
  t.intercept(process, 'env', { value: { ...process.env, PATH: folder } })
  const { SEARCH_PATH, isInstalled } = t.mockRequire('../../scripts/lib/system/search-path', {})
  t.equal(SEARCH_PATH, [folder, '/usr/sbin', '/sbin'].join(path.delimiter))
  t.equal(isInstalled('program'), true)
  t.equal(isInstalled(process.execPath), true)
  t.equal(isInstalled('no-such-program'), false)
})
