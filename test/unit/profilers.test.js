'use strict'

const t = require('tap')
const { readCommandLine } = require('../../scripts/lib/cli/flags')
const { runningFlags, targetOrProcess } = require('../../scripts/lib/profile/running')
const { targetFlags } = require('../../scripts/lib/server/target-flags')
const { ensureProfilable, profileLoad, profilers } =
  require('../../scripts/lib/profile/profilers')

t.test('each tool has its load, and refuses what it cannot profile', async (t) => {
  const loads = { flame: [10, 5], doctor: [20, 5], trace: [10, 2] }
  for (const [tool, expected] of Object.entries(loads)) {
    const { connections, duration } = profileLoad(tool)
    t.strictSame([connections, duration], expected, tool)
  }
  for (const tool of Object.keys(profilers)) {
    const ensure = () => ensureProfilable(tool, { command: 'npm start' })
    if (tool === 'cpuprofile' || tool === 'trace') ensure()
    else t.throws(ensure, { message: /^\w+ needs the file that npm start runs/ })
  }
})

t.test('a running server is the only target', async (t) => {
  const flags = { ...targetFlags, ...runningFlags }
  const { values } = readCommandLine({ name: 'diagnose', summary: '', flags }, [])
  const find = (given, name) => targetOrProcess(name, { ...values, ...given })
  t.strictSame(find({ pid: 7 }), { name: 'pid-7', running: { pid: 7 } })
  t.strictSame(find({ inspect: '[::1]:92' }),
    { name: 'inspect-92', running: { host: '::1', port: 92 } })
  for (const [message, ...args] of [
    [/^Name one: /, { pid: 7 }, 'slow'],
    [/^Name one: /, { pid: 7, inspect: 'a:92' }],
    [/^INSPECT=a is not host:port/, { inspect: 'a' }],
    [/^No target given\..*, or PID=4242 for a running server$/, {}]
  ]) t.match(t.throws(() => find(...args)).message, message)
})
