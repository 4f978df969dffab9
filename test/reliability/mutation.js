'use strict'

// Breaks the project on purpose, in a copy, one way after the other, and sees whether a test notices.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../../scripts/lib/cli/errors')
const { number } = require('../../scripts/lib/cli/format')
const { watchChild } = require('../../scripts/lib/system/watchdog')
const { copyProject } = require('./project-copy')
const { mutations } = require('./mutants')

const LONGEST = 150 // s for a test: what is broken may hang

/**
 * @typedef {object} Mutated
 * @property {{breaks: string, file: string, test: string, noticed: boolean}[]} mutations
 */

/**
 * @param {string|undefined} only a file that is broken, or a test; all, if none is given
 * @param {{onProgress?: (share: number) => void, signal: AbortSignal}} options
 * @returns {Promise<Mutated>}
 * @throws {UserError} when a test is red before anything is broken, or a mutation does not fit the code any more
 */
async function mutate (only, { onProgress = () => {}, signal }) {
  const wanted = mutations.filter(({ file, test }) => !only || file === only || test === only)
  if (!wanted.length) throw new UserError(`no mutation of "${only}": choose from ${[...new Set(mutations.map(({ file }) => file))].join(', ')}`)
  const tests = [...new Set(wanted.map(({ test }) => test))]
  const { project, remove } = await copyProject(signal)
  const run = async (test) => {
    const green = await isGreen(project, test, signal)
    onProgress(++done / (tests.length + wanted.length))
    return green
  }
  let done = 0
  const seen = []
  try {
    for (const test of tests) if (!await run(test)) throw new UserError(`${test} is red before anything is broken: mend that first`)
    for (const { breaks, file, from, to, test } of wanted) {
      const mend = breakFile(path.join(project, file), from, to)
      seen.push({ breaks, file, test, noticed: !await run(test) })
      mend()
    }
    return { mutations: seen }
  } finally {
    remove()
  }
}

function breakFile (file, from, to) {
  const source = fs.readFileSync(file, 'utf8')
  if (!source.includes(from)) throw new UserError(`${path.basename(file)} has no ${from}: the list of mutations is out of date`)
  fs.writeFileSync(file, source.replace(from, () => to))
  return () => fs.writeFileSync(file, source)
}

async function isGreen (folder, test, signal) {
  const child = spawn(process.execPath, ['node_modules/.bin/tap', `--timeout=${LONGEST}`, test], { cwd: folder, stdio: 'ignore', detached: true })
  watchChild(child)
  const kill = () => { try { process.kill(-child.pid, 'SIGKILL') } catch {} } // its group; nobody may be left in it
  signal.addEventListener('abort', kill)
  const [code] = await once(child, 'close')
  kill() // a test whose command was broken may have left that running
  signal.removeEventListener('abort', kill)
  signal.throwIfAborted()
  return code === 0
}

/** @param {Mutated} mutated */
const rows = ({ mutations }) => mutations.map(({ breaks, file, test, noticed }) => [`${breaks} (\`${file}\`)`, noticed ? `noticed by \`${test}\`` : `${test} did not notice`])

/** @param {Mutated} mutated */
function problems ({ mutations }) {
  const survivors = mutations.filter(({ noticed }) => !noticed).map(({ breaks }) => breaks)
  return survivors.length ? [`${number(survivors.length)} of ${number(mutations.length)} went unnoticed: ${survivors.join(', ')}`] : []
}

module.exports = { mutate, problems, rows }
