'use strict'

// What a reader gives on the command line may be secret: messages do not repeat it, and commands to
// copy have … for it.

const t = require('tap')
const { targetOrProcess } = require('../../scripts/lib/diagnose/running')
const { commandByHand } = require('../../scripts/lib/load/load-settings')
const { profileByHand } = require('../../scripts/lib/profile/by-hand')
const { makeCommand } = require('../../scripts/lib/profile/make-command')
const { ensureProfilable, profilers } = require('../../scripts/lib/profile/profilers')
const { startProcess } = require('../../scripts/lib/server/process')

const LOAD = { connections: 10, duration: 5 }
const COMMAND = 'TOKEN="hunter2 hunter2" node server.js --name "A B" --password=\'hunter2 hunter2\''
const HEADER = 'Cookie: hunter2\nX-Key: hunter2'

t.test('a message has no header and no command', async (t) => {
  const { ended } = startProcess([COMMAND], { shell: true, cwd: `${t.testdir({})}/none` })
  const { message } = await t.rejects(ended)
  t.equal(message, 'the command does not start: ENOENT')
  for (const run of [
    () => ensureProfilable('flame', { command: COMMAND }),
    () => targetOrProcess(undefined, { pid: 1, start: 10, header: HEADER })
  ]) {
    const { message } = t.throws(run)
    t.notMatch(message, /hunter2/)
  }
})

t.test('a command to copy has … for each value of a variable, an option or a header', async (t) => {
  const target = { name: 'shop', command: COMMAND, cwd: '.' }
  const hidden = 'TOKEN=… node server.js --name "A B" --password=…'
  const lines = [commandByHand(target, LOAD), profileByHand(target, LOAD, profilers.trace.byHand)]
  const [bench, trace] = lines.map((text) => text.split('\n').slice(1, -1).join(''))
  t.equal(bench.replace(/ \\ +/, ' '), `  PORT=3000 ${hidden}`)
  t.equal(trace.replace(/ \\ +/, ' '), `  PORT=3000 NODE_OPTIONS=--trace-warnings ${hidden}`)
  const given = { app: COMMAND, header: HEADER, body: 'a: b=c' }
  t.equal(makeCommand('flame', target, given),
    `make cpuprofile APP='${hidden}' BODY='a: b=c' HEADER='Cookie: …\nX-Key: …'`)
})
