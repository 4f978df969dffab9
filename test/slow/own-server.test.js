'use strict'

const t = require('tap')
const { startLive } = require('../helpers/live')
const { filesOf, ownFolder, HTTP } = require('../helpers/own-server')
const { copyProject } = require('../helpers/project')

const skip = process.platform === 'win32' && 'it needs a POSIX shell'

t.test('--prof wants a file, and leaves its folder as it was', { skip }, async (t) => {
  const project = copyProject(t)
  const folder = ownFolder(t, { 'package.json': '{}', 'cli.js': HTTP })
  const refused = await project.run(['profile.js', 'prof', 'npm start', '--in', folder])
  t.equal(refused.code, 1)
  t.equal(refused.stderr,
    'profile: prof needs the file that npm start runs, as in --app=../shop/server.js\n')
  const app = `node --no-warnings ${folder}/cli.js serve`
  const { code, stdout } =
    await project.run(['profile.js', 'prof', '--app', app, '--in', folder, '--duration', '1'])
  t.equal(code, 0)
  t.match(stdout, /\nsaved {7}profiles\/prof-cli\.txt\n$/)
  t.strictSame(filesOf(folder), ['cli.js', 'package.json'])
})

t.test('live has a button for the server, which gets its own request', async (t) => {
  const project = copyProject(t)
  const status = 'req.method + req.url === "PUT/cart" ? 200 : 400'
  const server = HTTP.replace("res.end('ok')", `res.writeHead(${status}).end()`)
  const folder = ownFolder(t, { 'server.js': server })
  const request = ['--urlpath', '/cart', '--method', 'put']
  const live = await startLive(t, project, ['--app', 'server.js', '--in', folder, ...request])
  const { until } = await live.follow()
  t.strictSame((await until('hello')).data.targets,
    ['slow', 'fast', 'optimized', 'exercise', 'shop'])
  const race = { targets: ['shop'], connections: 2, duration: 1 }
  t.equal((await live.post('/start', race)).status, 200)
  t.strictSame((await until('end')).data, { outcome: 'done' })
  const { result: { target, statuses, load } } = (await until('result')).data
  t.strictSame({ target, statuses: Object.keys(statuses) }, { target: 'shop', statuses: ['200'] })
  t.strictSame([load.method, new URL(load.url).pathname], ['PUT', '/cart'])
})
