'use strict'

// The commands on a server that is not in the repository: what they print, save and name.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { startLive } = require('../helpers/live')
const { filesOf, ownFolder, HTTP } = require('../helpers/own-server')
const { copyProject } = require('../helpers/project')

const noShell = process.platform === 'win32' && 'it needs a POSIX shell'

t.test('--prof and Clinic want the command of Node.js, and what they print works', { skip: noShell }, async (t) => {
  const project = copyProject(t)
  const folder = ownFolder(t, {
    'package.json': '{ "scripts": { "start": "node --no-warnings cli.js serve --loud" } }',
    'cli.js': `if (process.argv.splice(2).join() !== 'serve,--loud') process.exit(1)\n${HTTP}`
  })
  const app = `node --no-warnings ${folder}/cli.js serve --loud`
  for (const [tool, name] of [['prof', '--prof'], ['flame', 'clinic flame']]) {
    const { code, stderr } = await project.run(['profile.js', tool, 'npm start', '--in', folder])
    t.strictSame({ code, stderr }, {
      code: 1,
      stderr: `profile: ${name} needs the command of Node.js that npm start runs: APP="${app}" IN=${folder}\n`
    })
  }
  const pasted = ['profile.js', 'prof', '--app', app, '--in', folder, '--duration', '1']
  const { code, stdout } = await project.run(pasted)
  t.equal(code, 0)
  t.match(stdout, /\nsaved {7}profiles\/prof-cli\.txt\n$/)
  t.strictSame(filesOf(folder), ['cli.js', 'package.json'])
})

t.test('a load that gets nothing but errors saves nothing', async (t) => {
  const project = copyProject(t)
  const folder = ownFolder(t, { 'server.js': HTTP.replace("res.end('ok')", "res.writeHead(503).end('no database')") })
  const app = path.join(folder, 'server.js')
  const load = ['--duration', '1', '--connections', '2', '--warmup', '0']
  const refused = /^\w+: shop answered all of [\d,]+ requests with an error\. http:\S+ gives 503: no database\. .*\n$/
  const compare = ['compare.js', '--a', 'baseline', '--b', app, '--runs', '2', ...load]
  for (const command of [['bench.js', app, ...load], compare]) {
    const { code, stderr } = await project.run(command)
    t.equal(code, 1, command[0])
    t.match(stderr, refused)
  }
  const { code, stderr } = await project.run(['growth.js', '--app', app])
  t.equal(code, 1)
  t.match(stderr, /^growth: http:\S+ answered 503: no database\n$/)
  t.strictSame(project.results(), [])
})

t.test('results, the report and compare have the names of the targets', async (t) => {
  const project = copyProject(t)
  const folder = ownFolder(t, { 'before/server.js': HTTP, 'before/package.json': '{}', 'after.js': HTTP })
  const load = ['--duration', '1', '--connections', '2', '--warmup', '0']
  const before = path.join(folder, 'before/server.js')
  const names = () => project.results().map((name) => name.match(/Z-(.*)\.json$/)?.[1]).sort()
  t.equal((await project.run(['bench.js', before, ...load])).code, 0)
  t.strictSame(names(), ['before'])
  const after = path.join(folder, 'after.js')
  t.equal((await project.run(['compare.js', '--a', before, '--b', after, '--runs', '2', ...load])).code, 0)
  const command = ['compare.js', '--a', before, '--b', `node ${before}`, '--runs', '2', ...load]
  const same = await project.run([...command, '--json'])
  t.equal(same.code, 0)
  t.strictSame(names(), ['before', 'compare-before-after', 'compare-before-before'])
  t.equal((await project.run(['report.js'], { OPEN: '0' })).code, 0)
  const page = fs.readFileSync(path.join(project.folder, 'results/report.html'), 'utf8')
  for (const text of ['before', 'before → after', 'before → before']) t.ok(page.includes(`>${text}<`), text)
  t.strictSame(filesOf(folder), ['after.js', 'before', 'before/package.json', 'before/server.js'])
})

t.test('live has a button for the own server, which gets the own request', async (t) => {
  const project = copyProject(t)
  const code = HTTP.replace("res.end('ok')", 'res.writeHead(req.method + req.url === "PUT/cart" ? 200 : 400).end()')
  const folder = ownFolder(t, { 'server.js': code })
  const live = await startLive(t, project, ['--app', 'server.js', '--in', folder, '--path', '/cart', '--method', 'put'])
  const { until } = await live.follow()
  t.strictSame((await until('hello')).data.targets, ['slow', 'fast', 'optimized', 'exercise', 'shop'])
  t.equal((await live.post('/start', { targets: ['shop'], connections: 2, duration: 1 })).status, 202)
  t.strictSame((await until('end')).data, { outcome: 'done' })
  const { result } = (await until('result')).data
  t.strictSame([result.target, Object.keys(result.statuses), new URL(result.load.url).pathname, result.load.method],
    ['shop', ['200'], '/cart', 'PUT'])
})
