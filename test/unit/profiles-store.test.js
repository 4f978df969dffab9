'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const folder = t.testdir({ profiles: {}, docs: {} })
const { recordPage } = t.mockRequire('../../scripts/lib/profiling/profiles', {
  '../../scripts/lib/system/root': { ROOT: folder }
})
const save = (name, text) => fs.writeFileSync(path.join(folder, 'profiles', name), text)
const recorded = (name) => fs.readFileSync(path.join(folder, 'docs/profiles', name), 'utf8')

t.test('a recorded page has no path of this machine, and needs no network', async (t) => {
  save(
    'doctor-slow.html',
    `${folder}/slow/util.js ${process.execPath} https://clinicjs.org/assets/css/fonts.css`
  )
  t.equal(recordPage('doctor-slow'), path.join(folder, 'docs/profiles/doctor-slow.html'))
  t.equal(recorded('doctor-slow.html'), '/slow/util.js node data:text/css,')
})

t.test('of a CPU profile, the profile is recorded and not the page', async (t) => {
  save('cpuprofile-slow.html', 'a page')
  save('cpuprofile-slow.cpuprofile', `{"url":"file://${folder}/slow/util.js"}`)
  t.equal(path.dirname(recordPage('cpuprofile-slow')), path.join(folder, 'profiles'))
  t.equal(recorded('cpuprofile-slow.cpuprofile'), '{"url":"file:///slow/util.js"}')
  t.notOk(fs.existsSync(path.join(folder, 'docs/profiles/cpuprofile-slow.html')))
})

t.test('a package that is not installed is named, with the command that installs it', async (t) => {
  const { ensureInstalled } = require('../../scripts/lib/system/npm')
  const err = t.throws(() => ensureInstalled('no-such-package'))
  t.equal(err.message,
    'no-such-package is not installed. Run make install, or npm install, and try again')
  t.equal(err.exitCode, 1)
})
