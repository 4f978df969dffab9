'use strict'

// make site BUILD=0: shows a site that was built before. test/slow/site.test.js builds one.

const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('without a site, it says what to do', async (t) => {
  const { code, stdout, stderr } = await copyProject(t).run(['site.js', '--no-build'])
  t.strictSame({ code, stdout, stderr },
    { code: 1, stdout: '', stderr: 'site: no site was built: run make site without BUILD=0\n' })
})
