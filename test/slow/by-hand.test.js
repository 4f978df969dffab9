'use strict'

// The line "by hand" of each tool, pasted into a shell, makes the same kind of file as the tool.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { commandByHand } = require('../../scripts/lib/profiling/by-hand')
const { findFreePort } = require('../../scripts/lib/system/network')
const { cleanEnvironment, copyProject } = require('../helpers/project')

const noShell = process.platform === 'win32' && 'the lines are for a POSIX shell'
const LOAD = { connections: 10, duration: 2 }
const WARNING = 'MaxListenersExceededWarning'

/** Pastes a line into a shell in a copy of the project, and gives what it prints and the files that are new. */
async function paste (t, line) {
  const { folder } = copyProject(t)
  const listFiles = () => fs.readdirSync(folder).concat(listIn(path.join(folder, '.clinic')))
  const before = listFiles()
  const port = await findFreePort()
  const shell = spawn('sh', ['-c', line.replaceAll('3000', port)], {
    cwd: folder,
    env: cleanEnvironment({ BROWSER: 'true', NO_INSIGHT: '1', NO_UPDATE_NOTIFIER: '1' }) // no page, no question
  })
  shell.stdin.end()
  const output = (await Promise.all([text(shell.stdout), text(shell.stderr)])).join('')
  return { output, files: listFiles().filter((name) => !before.includes(name)) }
}

const listIn = (folder) => fs.existsSync(folder) ? fs.readdirSync(folder) : []

for (const [tool, ending] of [['doctor', 'doctor'], ['flame', 'flame'], ['heap', 'heapprofiler']]) {
  t.test(tool, { skip: noShell }, async (t) => {
    const { output, files } = await paste(t, commandByHand(tool, findTarget('fast'), LOAD))
    t.ok(files.some((name) => name.endsWith(`.clinic-${ending}.html`)), output)
  })
}

t.test('prof', { skip: noShell }, async (t) => {
  const { output } = await paste(t, commandByHand('prof', findTarget('fast'), LOAD))
  t.match(output, / \[Bottom up \(heavy\) profile\]:/)
})

t.test('cpuprofile', { skip: noShell }, async (t) => {
  const { output, files } = await paste(t, commandByHand('cpuprofile', findTarget('fast'), LOAD))
  t.ok(files.some((name) => /^CPU.*\.cpuprofile$/.test(name)), output)
})

t.test('bench', { skip: noShell }, async (t) => {
  const { output } = await paste(t, commandByHand('bench', findTarget('fast'), LOAD))
  t.match(output, /\d+k? requests in [\d.]+s/)
  t.notMatch(output, /\d errors/)
})

t.test('trace finds the warning silenced; UNMUTE=1 lifts that', { skip: noShell }, async (t) => {
  const slow = findTarget('slow')
  t.notMatch((await paste(t, commandByHand('trace', slow, LOAD))).output, WARNING)
  t.match((await paste(t, commandByHand('trace', slow, LOAD, true))).output, WARNING)
})
