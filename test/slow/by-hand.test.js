'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profileByHand } = require('../../scripts/lib/profile/by-hand')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { startProcess } = require('../../scripts/lib/server/process')
const { cleanEnvironment, copyProject } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const skip = process.platform === 'win32' && 'the lines are for a POSIX shell'
const LOAD = { connections: 10, duration: 1 }
const byHand = (tool) => profileByHand(findTarget('fast'), LOAD, profilers[tool].byHand)
const quiet = { BROWSER: 'true', NO_INSIGHT: '1', NO_UPDATE_NOTIFIER: '1' }
const env = cleanEnvironment({ ...quiet, PORT: '0' })

/** Runs a line in a shell, which leads a process group. */
function start (line, cwd) {
  const { child, kill } = startProcess([line], { cwd, env, shell: true })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  return { kill, output: output.then((texts) => texts.join('')) }
}

t.test('the command of flame, by hand, makes its page', { skip }, async (t) => {
  const { folder } = copyProject(t)
  const line = byHand('flame').replace('by hand:', '')
  const output = await start(line, folder).output
  const files = fs.readdirSync(path.join(folder, '.clinic'))
  t.ok(files.some((name) => name.endsWith('.clinic-flame.html')), output)
})

/** Runs the lines for two terminals, and what shows the profile. */
async function runInTwoTerminals (t, folder, tool) {
  const port = await findFreePort()
  const text = byHand(tool).replaceAll('3000', port)
  const [, first, second, , third = ''] = text.split(/\n(?! {4})/)
  const server = start(first, folder)
  const isListening = () => fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false)
  t.ok(await waitUntil(isListening), first)
  const load = await start(second, folder).output
  server.kill('SIGINT')
  const output = load + await server.output
  return output + await start(third, folder).output
}

t.test('the commands of prof and cpuprofile, by hand, make their profiles', { skip }, async (t) => {
  const { folder } = copyProject(t)
  const prof = await runInTwoTerminals(t, folder, 'prof')
  t.match(prof, / \[Bottom up \(heavy\) profile\]:/)
  t.match(prof, /\d+k? requests in [\d.]+s/)
  await runInTwoTerminals(t, folder, 'cpuprofile')
  t.ok(fs.readdirSync(folder).some((name) => /^CPU.*\.cpuprofile$/.test(name)))
})
