'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { startServer } = require('../../../scripts/lib/measure/server')
const { testLab } = require('../../helpers/lab')
const { copyProject, ROOT } = require('../../helpers/project')

testLab('prof', {
  tables: ['20 connections, 20 requests', 'A trivial route', 'UV_THREADPOOL_SIZE'],
  experiments: ['ab', 'others', 'threads']
})

for (const name of ['auth-sync', 'auth-async']) {
  t.test(name, async (t) => {
    const server = await startServer(labServer('prof', name))
    t.teardown(() => server.stop())
    const status = async (path) => (await request(server.url, { path })).status

    t.equal(await status(server.url.replace(/^.*?(?=\/auth)/, '')), 200, 'the URL that it announces')
    t.equal(await status('/'), 200)

    await t.test('registers a user, once', async (t) => {
      t.equal(await status('/newUser?username=grace&password=hopper'), 200)
      t.equal(await status('/newUser?username=grace&password=other'), 400, 'taken')
      t.equal(await status('/auth?username=grace&password=hopper'), 200)
      t.equal(await status('/auth?username=grace&password=other'), 401)
    })

    await t.test('strips what the guide strips from a username, and from nothing else', async (t) => {
      t.equal(await status('/newUser?username=!a%40l%23a%24n%25%5E%26*&password=!%40'), 200)
      t.equal(await status('/auth?username=alan&password=!%40'), 200)
      t.equal(await status('/auth?username=alan&password=x'), 401)
      t.equal(await status('/newUser?username=!!&password=x'), 400, 'nothing is left')
    })

    for (const route of ['/auth', '/newUser']) {
      await t.test(`${route} with missing, empty or repeated parameters`, async (t) => {
        const queries = ['', '?username=ada', '?password=x', '?username=&password=x', '?username=ada&password=',
          '?username=ada&username=bob&password=x', '?username=ada&password=x&password=y', '?username[a]=b&password=x']
        for (const query of queries) t.equal(await status(route + query), 400, query)
      })
    }

    await t.test('users that are not registered', async (t) => {
      for (const username of ['nobody', '__proto__', 'constructor']) {
        t.equal(await status(`/auth?username=${username}&password=x`), 401, username)
      }
      t.equal(await status('/none'), 404)
    })
  })
}

t.test('both ways make the same hash', async (t) => {
  const hashes = await Promise.all(['auth-sync', 'auth-async'].map((name) => hashOf(name, 'a password', 'a salt')))
  t.strictSame(hashes[0], hashes[1])
  t.strictSame(hashes[0], require('node:crypto').pbkdf2Sync('a password', 'a salt', 10_000, 512, 'sha512'))
})

/** Runs the server's hash function: the service is replaced by one that only calls it. */
function hashOf (name, ...args) {
  const file = path.join(ROOT, 'docs/labs/prof/servers', `${name}.js`)
  return new Promise((resolve) => {
    const service = (name, hash) => resolve(hash(...args))
    const requireInServer = (id) => id === '../service' ? service : require(id)
    new Function('require', fs.readFileSync(file, 'utf8'))(requireInServer) // eslint-disable-line no-new-func
  })
}

t.test('a profile leads to the function that hashes', async (t) => {
  const project = copyProject(t)
  const command = ['profile.js', 'cpuprofile', 'prof/auth-sync']
  const { code, stdout, stderr } = await project.run(command, { DURATION: '1', OPEN: '0' })
  t.equal(stderr, '')
  t.equal(code, 0)
  // As a table, or as a list where a table has no room.
  t.match(stdout, /^(│ ?)?by self time(: |[^\n]*\n[^\n]*\n│ ?)pbkdf2Sync\s/m, 'it leads by self time')
  t.match(stdout, /^(│ |by total time: )hash\s(.*\n){0,2}.*docs\/labs\/prof\/servers\/auth-sync\.js:\d+/m)
  t.ok(fs.existsSync(path.join(project.folder, 'profiles/cpuprofile-prof-auth-sync.html')))
})
