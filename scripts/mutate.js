'use strict'

// make mutate: breaks the project on purpose, in a copy, one way after the other, and sees whether a test notices.

require('./lib/node-version')
const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { command } = require('./lib/command')
const { ROOT } = require('./lib/contenders')
const { UserError } = require('./lib/errors')
const { watch } = require('./lib/guardian')
const { mutations } = require('./lib/proofs/mutations')
const { painter } = require('./lib/terminal')
const { copyTracked } = require('./lib/tracked')

/** @returns {Promise<boolean>} whether the test is green */
async function isGreen (folder, test, signal) {
  const child = spawn(process.execPath, ['node_modules/.bin/tap', test], { cwd: folder, stdio: 'ignore', detached: true })
  watch(child)
  const kill = () => process.kill(-child.pid, 'SIGKILL')
  signal.addEventListener('abort', kill)
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', kill)
  signal.throwIfAborted()
  return code === 0
}

command({
  usage: 'mutate.js [file]',
  summary: 'Breaks the project on purpose, in a copy, and sees whether a test notices. A survivor is a missing test.'
}, async ({ operands: [only], signal }) => {
  const paint = painter(process.stdout)
  const wanted = mutations.filter(({ file, test }) => !only || file === only || test === only)
  if (!wanted.length) throw new UserError(`no mutation of "${only}": choose from ${[...new Set(mutations.map(({ file }) => file))].join(', ')}`)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutate-'))
  const survivors = []
  try {
    await copyTracked(folder, signal)
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
    for (const test of new Set(wanted.map(({ test }) => test))) {
      if (!await isGreen(folder, test, signal)) throw new UserError(`${test} is red before anything is broken: mend that first`)
    }
    for (const { breaks, file, from, to, test } of wanted) {
      const place = path.join(folder, file)
      const source = fs.readFileSync(place, 'utf8')
      if (!source.includes(from)) throw new UserError(`${file} has no ${from}: the list of mutations is out of date`)
      fs.writeFileSync(place, source.replace(from, () => to))
      const survived = await isGreen(folder, test, signal)
      fs.writeFileSync(place, source)
      if (survived) survivors.push(breaks)
      console.log(`${survived ? paint('red', '✗ survived') : paint('green', '✓ noticed ')} ${breaks} (${file}, ${test})`)
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  if (survivors.length) throw new UserError(`${survivors.length} of ${wanted.length} went unnoticed: ${survivors.join('; ')}`)
  console.log(`\nall ${wanted.length} were noticed`)
})
