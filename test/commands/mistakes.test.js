'use strict'

// What goes wrong gets one clear line and an exit code, and leaves nothing behind.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const { once } = require('node:events')
const path = require('node:path')
const t = require('tap')
const { matchExpected } = require('../helpers/expected')
const { listen } = require('../helpers/http-server')
const {
  isRunning, observedSlow, patientServer, pidOf, untilRequested, BLOCK
} = require('../helpers/observed-stage')
const { copyProject, noSignals, startScript, ROOT } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

t.jobs = 2 // half of the time they wait

/** Files of a lab with this manifest. */
function labFiles (name, manifest) {
  return {
    [`docs/labs/${name}/servers/shop.js`]: '',
    [`docs/labs/${name}/package.json`]: manifest
  }
}

t.test('what cannot be done is refused in one line', async (t) => {
  const project = copyProject(t, {
    'exercise/index.js': `require('node:http').createServer((req, res) => {
      res.writeHead(404).end()
    }).listen(process.env.PORT, '127.0.0.1')`,
    'exercise/package.json': '{"config": {"path": "/cart"}}',
    ...labFiles('broken', ''),
    ...labFiles('new', '{}')
  })
  const { port } = new URL((await listen(t)).url)
  const outcomes = await Promise.all([
    'bench sloww',
    'bench slow --RATE=99',
    'diagnose slow --WATCH=20',
    'diagnose --pid 1 --duration 9',
    'diagnose --pid 1 --method POST',
    `start slow --PORT=${port}`,
    `live --live-port=${port}`,
    'live --urlpath=/x',
    'start slow --method=POST',
    'profile flame --pid 1',
    'profile cpuprofile slow --pid 1',
    'profile cpuprofile --pid 1 --rate 9',
    'profile cpuprofile --inspect [::1]:92',
    'site --BUILD=0',
    'diagnose exercise --alone 2',
    'diagnose broken/shop',
    'diagnose new/shop'
  ].map(async (line) => {
    const [name, ...args] = line.split(' ')
    const { code, stdout, stderr } = await project.run([`${name}.js`, ...args])
    return `$ ${line}\n${stdout}${stderr}exit code ${code}\n`
  }))
  const text = outcomes.join('\n')
    .replaceAll(port, 'PORT')
    .replaceAll(/\S+(?=docs.labs)/g, '')
    .replace(/(?<=:)\d+(?=.cart)/, 'PORT')
    .replaceAll(/(?<=all of |404 × )[\d,]+/g, 'MANY')
    .replace(/(?<=connect )\w+/, 'CODE') // a machine may have no ::1
  matchExpected(t, 'mistakes', text)
  const file = path.join(project.folder, 'package.json')
  const noFolder = { TMPDIR: file, TMP: file, TEMP: file }
  t.equal((await project.run(['bench.js', 'slow', '--quiet'], noFolder)).stderr, 'bench: ' +
    `cannot write to ${file} (EEXIST): make it writable, or free space, and run again\n`)
})

t.test('a Node.js too old, or no packages', async (t) => {
  const folder = t.testdir({})
  for (const part of ['package.json', 'scripts/lib/cli/preconditions.js']) {
    fs.cpSync(path.join(ROOT, part), path.join(folder, part))
  }
  for (const [version, message] of [
    ['20.9.3', 'Node.js 20.9.3 is too old. Install 20.19 or newer from https://nodejs.org'],
    ['20.19.0', 'The packages are not installed. Run npm ci --omit=dev first.']
  ]) {
    const code = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })
      require('./scripts/lib/cli/preconditions')`
    const options = { cwd: folder, encoding: 'utf8' }
    const { status, stderr } = spawnSync(process.execPath, ['-e', code], options)
    t.strictSame([status, stderr], [1, `${message}\n`])
  }
})

t.test('a folder that cannot be written costs no result, and no hour', async (t) => {
  const project = copyProject(t, { results: '', profiles: '' }) // no folders
  const root = fs.realpathSync(project.folder)
  await Promise.all([
    ['bench fast --duration 1 --rate 100', 0, 'not saved', 'results',
      /^fast: [^]+\n\nby hand, in two terminals:\n.*\n {2}npx autocannon .* -R 100 .*\n$/],
    ['profile trace slow --duration 1 --quiet', 1, 'profile', 'profiles', /^trace of slow: .*\n$/]
  ].map(async ([line, code, begin, folder, printed]) => {
    const [name, ...args] = line.split(' ')
    const { stdout, stderr, ...end } = await project.run([`${name}.js`, ...args])
    t.equal(end.code, code, line)
    t.equal(stderr, `${begin}: cannot write to ${path.join(root, folder)} (EEXIST): ` +
      'make it writable, or free space, and run again\n')
    t.match(stdout, printed)
  }))
})

t.test('Ctrl-C ends bench and its server, a blocked one, too', { skip: noSignals }, async (t) => {
  const project = copyProject(t, { ...observedSlow(BLOCK), ...patientServer() })
  const { child, outcome } = project.start(['bench.js', 'slow', '--quiet'])
  await untilRequested(project)
  child.kill('SIGINT')
  if (!t.ok(await waitUntil(() => !isRunning(pidOf(project))))) child.kill('SIGKILL')
  const stderr = 'bench: interrupted\n'
  t.strictSame(await outcome, { code: 130, signal: null, stdout: '', stderr })
  t.strictSame(project.results(), [], 'nothing half-written')
})

t.test('start warns of a server that others can reach', { skip: noSignals }, async (t) => {
  const { child, outcome } = startScript('scripts/start.js', ['slow', '--port=0', '--host=0.0.0.0'])
  t.teardown(() => child.kill('SIGKILL')) // where this test is red
  await once(child.stderr, 'data', { signal: AbortSignal.timeout(20_000) })
  child.kill('SIGINT')
  const { code, stdout, stderr } = await outcome
  t.match(stdout, /^slow listening on http:\/\/0\.0\.0\.0:\d+\/seed\/v1\n$/)
  t.strictSame([code, stderr], [0, 'WARNING: slow listens on 0.0.0.0, where other machines can ' +
    'reach it. Servers here are broken on purpose.\n'])
})

t.test('start says where a server listens, shows its output, and ends with it', async (t) => {
  const code = `const begin = Date.now()
    console.log('early')
    require('node:http').createServer(() => setTimeout(() => {
      console.log(Date.now() - begin > 5000)
      console.error('trouble')
      process.exit(4)
    }, 100)).listen(process.env.PORT, process.env.HOST)`
  const file = path.join(t.testdir({ 'shop.js': code }), 'shop.js')
  const env = { HOST: '192.0.2.1', PORT: '1' } // conda and some shells export a HOST
  const args = [file, '--port=0', '--minute=1']
  const { child, outcome } = startScript('scripts/start.js', args, { env })
  let found
  while (!found) {
    const [text] = await once(child.stdout, 'data')
    found = String(text).match(/(?<=^shop listens on )http:\S+/m)
  }
  await t.rejects(fetch(found[0]))
  const { code: exitCode, stdout, stderr } = await outcome
  t.equal(exitCode, 1)
  t.match(stdout, /^early\nshop listens on http:\/\/127.*\ntrue\n$/, 'its clock runs faster')
  t.match(stderr, /^trouble\nstart: shop died \(exit code 4; .*\)\. Its last output:\nearly\n/)
})
