'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/server/targets')
const { commandByHand } = require('../../scripts/lib/load/load-settings')
const { profileByHand } = require('../../scripts/lib/profile/by-hand')
const { makeCommand } = require('../../scripts/lib/profile/make-command')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { matchExpected } = require('../helpers/expected')

const LOAD = { connections: 10, duration: 5 }
const SLOW = { ...findTarget('slow'), file: path.resolve('slow/index.js') }
const HOME = path.resolve('../web shop')
const SHOP = {
  name: 'shop',
  file: path.join(HOME, 'src/server.js'),
  cwd: HOME,
  listen: 8081,
  flags: ['--no-warnings'],
  args: ['a b']
}
const START = { name: 'shop', command: 'npm start', cwd: path.resolve('../shop'), path: '/a?b' }

const byHand = (tool, target, load = LOAD) => tool === 'bench'
  ? commandByHand(target, load)
  : profileByHand(target, load, profilers[tool].byHand)

/** The words that a shell makes of a command. */
function words (command, env) {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } }
  return execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], options).split('\n').slice(0, -1)
}

t.test('each tool by hand, on a stage, on a file elsewhere, and on a command', async (t) => {
  let text = ''
  for (const target of [SLOW, SHOP, START]) {
    for (const tool of ['bench', 'doctor', 'prof', 'cpuprofile', 'trace']) {
      text += `${tool} of ${target.command ?? path.relative('', target.file)}\n`
      text += `${byHand(tool, target) ?? 'needs a file'}\n\n`
    }
  }
  matchExpected(t, 'by-hand', text)
})

t.test('a shell gives the request to autocannon as it is', async (t) => {
  const body = '{"it\'s": "$HOME `x` \\\\ *"}'
  const headers = { 'X-A': '"b" $c', Accept: '*/*' }
  const target = { ...SLOW, request: { path: '/a?b=$c&d=`e`"\\', method: 'PUT', headers, body } }
  const load = { connections: 20, duration: 5, rate: 60 }
  const expected = [
    'npx', 'autocannon', '-c', '20', '-d', '5', '-R', '60', '-m', 'PUT',
    '-H', 'X-A: "b" $c', '-H', 'Accept: */*', '-b', body
  ]
  const query = 'a?b=%24c&d=%60e%60%22%5C'
  const lines = byHand('bench', target, load).split(/\n(?! {4})/)
  t.strictSame(words(lines[2]), [...expected, `http://127.0.0.1:3000/${query}`], 'over many lines')
  const [, flame] = byHand('flame', target, load).split(/\n(?! {4})/)
  const [onPort] = words(flame).slice(4)
  t.strictSame(words(onPort, { PORT: '5000' }), [...expected, `http://127.0.0.1:5000/${query}`])
  const file = { ...SLOW, request: { path: '/', body: 'x', bodyFile: '/a b.json' } }
  t.ok(byHand('bench', file).includes(" -i '/a b.json' "))
})

t.test('the make command of another tool has the whole target and request', async (t) => {
  const place = { app: 'npm start', in: '../shop', start: 10, listen: 81 }
  const running = { running: { pid: 1 } }
  const lines = [
    makeCommand('flame', SLOW, { app: 'slow', start: 10 }),
    makeCommand('flame', START, { ...place, urlpath: '/a?b', method: 'POST' }),
    makeCommand('flame', running, { pid: 1 }),
    makeCommand('heap', running, { inspect: 'a:1' }),
    makeCommand('heap', START, place) // no tool takes a command
  ]
  matchExpected(t, 'make-commands', `${lines.join('\n')}\n`)
})
