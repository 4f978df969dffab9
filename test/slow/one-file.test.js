'use strict'

// The tool as one file: it goes by stdin to where a process is that has nothing but Node.js, and
// behaves there as the package does.

const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const { isBuiltin } = require('node:module')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { startProcess } = require('../../scripts/lib/server/process')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { ROOT } = require('../helpers/project')
const { runServer, underLoad } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')

const FILE = path.join(ROOT, 'dist/whyslow.js')
const AUTOCANNON = path.join(ROOT, 'node_modules/autocannon/autocannon.js')
const NOBODY = '65534'
const SPACES = ['--pid', '--net', '--mount']
const PORT = 3000
const SERVER = `const { pbkdf2Sync } = require('node:crypto')
const server = require('node:http').createServer((req, res) => res.end(sign()))
function sign () { return pbkdf2Sync('a', 'b', 20_000, 64, 'sha512').toString('hex') }
server.listen(${PORT}, '127.0.0.1', () => console.log('ready'))
process.on('SIGTERM', () => process.exit(0))
`
const LINKS = 20_000
// Each closure keeps the one before, and shares its context with another one.
const CHAIN = `let last
function add (price) {
  const before = last
  const isLater = () => before && before.at < last.at
  last = { at: Date.now(), lines: Array(price).fill(0.5), total: () => price }
  return isLater
}
for (let i = 0; i < ${LINKS}; i++) add(10)
const server = require('node:http').createServer((req, res) => {
  add(3000)
  res.end(String(last.total()))
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
`
// Its root has the program and the libraries of the system: no shell, no npm, and it is read-only.
const CONTAINER = `set -e
mount --make-rprivate /
mount -t tmpfs none "$FOLDER"
cd "$FOLDER"
mkdir proc dev
for libraries in lib lib64 usr/lib; do
  [ -d "/$libraries" ] || continue
  mkdir -p "$libraries"
  mount --rbind "/$libraries" "$libraries"
done
touch node
mount --bind "$NODE" node
printf %s "$CODE" > server.js
mount --rbind /dev dev
mount -t proc proc proc
mount -o remount,ro "$FOLDER"
ip link set lo up
exec chroot --userspec=${NOBODY}:${NOBODY} "$FOLDER" /node /server.js`

const isPermitted = spawnSync('unshare', [...SPACES, '--fork', 'true']).status === 0
const skip = !isPermitted && 'this machine gives no namespaces'

/** @returns {number} the process in the namespace, by its id outside */
function childOf (pid) {
  return Number(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

/**
 * Starts the server as process 1 of a container, with another user, and loads it in there. Both end
 * with this process. `unshare --kill-child` is not enough: Linux forgets it when the user changes.
 */
async function runContainer (t, node) {
  const container = ['unshare', ...SPACES, '--fork', 'sh', '-c', CONTAINER]
  const { child, ended, kill } = startProcess(container, {
    env: {
      ...process.env,
      PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
      FOLDER: t.testdir({}),
      NODE: fs.realpathSync(node),
      CODE: SERVER
    }
  })
  t.teardown(() => kill())
  await once(child.stdout, 'data')
  const pid = childOf(child.pid)
  const load = startProcess(['nsenter', '--target', String(pid), '--net', process.execPath,
    AUTOCANNON, '-c', '5', '-d', '600', `http://127.0.0.1:${PORT}`])
  t.teardown(() => load.kill())

  // As `docker exec -i` does it.
  function enter (...args) {
    const words = ['--target', String(pid), ...SPACES, '--root', '--wd', '--setuid', NOBODY,
      '--setgid', NOBODY, '/node', '-', ...args]
    return spawn('nsenter', words, { stdio: [fs.openSync(FILE), 'pipe', 'pipe'] })
  }

  const isOpen = () => portsOf(pid).listening.some(({ port }) => port !== PORT)
  return { pid, ended, enter, isOpen }
}

t.before(async () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/whyslow/build.js'], {
    cwd: ROOT,
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(stderr)
})

t.test('it is one file of at most 200 kB that needs no other', async (t) => {
  t.ok(fs.statSync(FILE).size <= 200_000)
  const code = fs.readFileSync(FILE, 'utf8')
  const required = Array.from(code.matchAll(/\brequire\("([^"]+)"\)/g), ([, name]) => name)
  const isInIt = (name) => code.includes(`"${name}":`) // a module of the observer
  t.strictSame(required.filter((name) => !isBuiltin(name) && !isInIt(name)), [])
})

async function testAll (t, node) {
  const { pid, ended, enter, isOpen } = await runContainer(t, node)

  async function isLeftAlone (t) {
    t.ok(await waitUntil(() => !isOpen()), 'the inspector is closed')
    t.ok(fs.existsSync(`/proc/${pid}`), 'the process lives')
  }

  t.test('with nothing but node, it names the fault and its place', async (t) => {
    const child = enter('1')
    const [stdout] = await Promise.all([text(child.stdout), once(child, 'exit')])
    t.equal(child.exitCode, 3)
    t.match(stdout, /^✗ process 1: event loop blocked by computation$/m)
    t.match(stdout, /^ {2}where {5}\/server\.js:3 sign /m)
    await isLeftAlone(t)
  })

  t.test('without a list of users, it lists the process, and finds it by its port', async (t) => {
    const watching = text(enter(`:${PORT}`, '--seconds', '1').stdout)
    const list = await text(enter().stdout)
    t.match(list, /^ *1 .*\b3000\b\S* +65534 +\/server\.js$/m)
    t.equal(list.match(/^ *\d+ .*/gm).length, 1, 'neither itself nor the other one')
    t.match(await watching, /^\S process 1: /m)
    await isLeftAlone(t)
  })

  const ends = {
    'its command is killed': (child) => process.kill(childOf(child.pid), 'SIGKILL'),
    'nobody reads any more': (child) => child.stdout.destroy()
  }
  for (const [name, end] of Object.entries(ends)) {
    t.test(`it leaves nothing if ${name}`, async (t) => {
      const child = enter('1', '--seconds', '60')
      child.stderr.resume()
      t.ok(await waitUntil(isOpen), 'it watches')
      await sleep(1000)
      const inside = childOf(child.pid)
      end(child)
      t.ok(await waitUntil(() => !fs.existsSync(`/proc/${inside}`)), 'it ends before its time')
      await isLeftAlone(t)
    })
  }

  t.test('the process ends when it is told to', async (t) => {
    process.kill(pid, 'SIGTERM')
    t.strictSame(await ended, { code: 0, killedBy: null })
  })
}

t.test('in a container, on this Node.js', { skip }, (t) => testAll(t, process.execPath))

if (process.env.WEEKLY) {
  t.test('in a container, on Node.js 26', { skip }, async (t) => {
    await testAll(t, (await fetchNode('26')).file)
  })
}

t.test('by stdin, it finds what holds a leak, however long the list is', async (t) => {
  const server = path.join(t.testdir({ 'server.js': CHAIN }), 'server.js')
  const { pid, url, stop } = await runServer(server)
  t.teardown(stop)
  const { used: stdout } = await underLoad(url, async () => {
    const args = ['-', String(pid), '--seconds', '5', '--collect', '--heap']
    const child = spawn(process.execPath, args, {
      stdio: [fs.openSync(FILE), 'pipe', 'ignore']
    })
    return text(child.stdout)
  }, { overallRate: 150 })
  t.match(stdout, /memory leak[^]* held by +last /)
  const [, links] = stdout.match(/a chain of ([\d,]+) objects/) ?? []
  t.ok(Number(links?.replaceAll(',', '')) > LINKS, `${links} links`)
})
