'use strict'

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const t = require('tap')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { startServer } = require('../../../scripts/lib/measure/server')
const { hasNginx, startNginx } = require('../../../docs/labs/overload/nginx')
const { testLab } = require('../../helpers/lab')
const { copyProject } = require('../../helpers/project')

const WITHOUT_NGINX = !hasNginx() && 'there is no nginx'

testLab('overload', {
  tables: ['The stage slow, without and with load shedding', 'Two instances behind nginx, one of them overloaded'],
  experiments: ['shedding', 'failover']
})

t.test('without nginx, the lab says how to get it, and does the rest', async (t) => {
  const project = copyProject(t)
  const env = { NGINX: '/nowhere', RUNS: '2', DURATION: '1' }
  const { code, stdout, stderr } = await project.run(['lab.js', 'overload'], env)
  t.equal(code, 0, stderr)
  t.match(stdout, /^skipped: there is no nginx\. Install it \(Debian, Ubuntu: apt-get install nginx;$/m)
  t.match(stdout, /^– not measured in this run$/m)
})

/** Starts a server whose event loop is blocked nearly all the time, until `calm` is called. */
async function startBusy (t, name) {
  const folder = t.testdir({
    'busy.js': `
    const until = (time) => { while (Date.now() < time); }
    const isCalm = () => require('node:fs').existsSync(__dirname + '/calm')
    const timer = setInterval(() => isCalm() ? clearInterval(timer) : until(Date.now() + 200), 210)`
  })
  const execArgv = ['--require', path.join(folder, 'busy.js')]
  const server = await startServer(labServer('overload', name), { execArgv })
  return { ...server, calm: () => fs.writeFileSync(path.join(folder, 'calm'), '') }
}

/** Repeats a request while the server sheds it: on a busy machine, any event loop may be delayed. */
async function requestUntilAccepted (url, options) {
  let answer
  do answer = await request(url, options); while (answer.status === 503)
  return answer
}

for (const name of ['protected', 'under-pressure']) {
  t.test(`${name} sheds while its event loop is blocked, and answers again afterwards`, async (t) => {
    const server = await startBusy(t, name)
    t.teardown(() => server.stop())
    let answer
    do answer = await request(server.url); while (answer.status === 200)
    t.equal(answer.status, 503)
    t.match(answer.headers['retry-after'], /^\d+$/, 'in seconds: RFC 9110, 10.2.3')
    t.ok(answer.body.length > 0)
    server.calm()
    answer = await requestUntilAccepted(server.url)
    t.equal(answer.status, 200)
    t.equal(JSON.parse(answer.body).url, '/seed/v1')
  })

  t.test(`${name} has the fault of slow`, async (t) => {
    const server = await startServer(labServer('overload', name, { warmup: 0 }))
    t.teardown(() => server.stop())
    for (let i = 0; i < 12; i++) t.equal((await requestUntilAccepted(server.url)).status, 200)
    t.ok((await server.sample()).listeners > 10)
    t.equal((await requestUntilAccepted(server.url, { path: '/none' })).status, 404)
  })
}

/** Starts a server that answers every request with one status. */
async function startInstance (t, status) {
  const server = http.createServer((req, res) => { res.statusCode = status; res.end() }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${server.address().port}/`
}

for (const [next, failed] of [['off', 10], ['error timeout http_503', 0]]) {
  const title = `nginx with an instance that sheds and one that does not, proxy_next_upstream ${next}`
  t.test(title, { skip: WITHOUT_NGINX }, async (t) => {
    const nginx = await startNginx([await startInstance(t, 503), await startInstance(t, 200)], next)
    t.teardown(() => nginx.stop())
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push((await request(nginx.url)).status)
    t.equal(statuses.filter((status) => status === 503).length, failed)
  })
}

t.test('an nginx that does not start says why', { skip: WITHOUT_NGINX }, async (t) => {
  await t.rejects(startNginx(['http://127.0.0.1:1/'], 'nonsense'),
    { message: /^nginx does not start: .*\[emerg\] .*"nonsense"/s })
})
