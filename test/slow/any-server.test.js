'use strict'

// Ten kinds of server, as readers write them, outside the repository: the commands work on each at the first try.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { npm } = require('../../scripts/lib/system/npm')
const { filesOf, processesIn } = require('../helpers/own-server')
const { copyProject, ROOT } = require('../helpers/project')

const SECONDS = ['--duration', '2']
const LOAD = [...SECONDS, '--connections', '10']
const KINDS = [
  { app: 'http.js' },
  { app: 'https.js', protocol: 'https:' },
  { app: 'express.js' },
  { app: 'fastify.js' },
  { app: 'koa.js' },
  { app: 'hapi.js' },
  { app: 'restify.js' },
  { app: 'module.mjs' },
  { app: 'typed.ts', node: !process.features.typescript && '26' }, // which strips types
  { app: 'npm start', folder: 'build' }
]

const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'reader-')))
const home = path.join(parent, 'servers')
let project

t.before(async () => {
  fs.cpSync(path.join(ROOT, 'test/fixtures/servers'), home, { recursive: true })
  await npm(['ci', '--prefer-offline'], { cwd: home })
  project = copyProject(t)
})
t.teardown(() => fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))

/** The commands that a reader types, in the order of the chapter. */
async function run (t, script, ...args) {
  const { code, stdout, stderr } = await project.run([script, ...args], { OPEN: '0' })
  t.strictSame({ code, stderr }, { code: 0, stderr: '' }, [script, ...args].join(' '))
  return stdout
}

/** The only result that the project has, which is then removed. */
function takeResult (t) {
  const folder = path.join(project.folder, 'results')
  const [name, ...others] = fs.readdirSync(folder)
  t.strictSame(others, [])
  const result = JSON.parse(fs.readFileSync(path.join(folder, name)))
  fs.rmSync(path.join(folder, name))
  return result
}

const profiles = () => fs.readdirSync(path.join(project.folder, 'profiles')).sort()

for (const { app, folder = '.', protocol = 'http:', node } of KINDS) {
  t.test(app, async (t) => {
    const cwd = path.join(home, folder)
    const command = node ? `${(await fetchNode(node)).file} ${app}` : app
    const isCommand = command.includes(' ')
    const name = isCommand ? path.basename(cwd) : path.parse(app).name
    const built = folder === '.' ? [] : ['build/dist', 'build/dist/server.js']
    const before = [...new Set([...filesOf(home), ...built])].sort()
    const target = [command, '--in', cwd]

    await run(t, 'bench.js', ...target, ...LOAD)
    const { target: benched, load, requests, statuses, server } = takeResult(t)
    t.strictSame({ benched, statuses }, { benched: name, statuses: { 200: requests.total } })
    t.equal(new URL(load.url).protocol, protocol)
    t.strictSame([server.listeners, server.excessListeners], [null, []])
    t.ok(server.cpuTime > 0)

    await run(t, 'profile.js', 'cpuprofile', ...target, ...LOAD)
    t.ok(['.cpuprofile', '.html', '.js'].every((end) => profiles().includes(`cpuprofile-${name}${end}`)))

    if (!isCommand) {
      await run(t, 'profile.js', 'flame', ...target, ...LOAD)
      t.ok(profiles().includes(`flame-${name}.html`))
    }

    await run(t, 'growth.js', '--app', ...target, ...SECONDS)
    const { stage, samples } = takeResult(t)
    t.equal(stage, name)
    t.ok(samples.at(-1).requests > 64)

    t.strictSame(filesOf(home), before, 'its folder is as it was')
    t.strictSame(processesIn(home), [], 'nothing is left running')
  })
}
