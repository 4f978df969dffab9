'use strict'

// Applies one mutant after the other in a copy of the project, and runs the test that must notice it.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../../scripts/lib/cli/errors')
const { startProcess } = require('../../scripts/lib/system/process')
const { defineCheck, withRepositoryCopy } = require('./check')
const { MUTANTS } = require('./mutants')

const TIMEOUT = 150 // s for a test: a mutant may hang
const FILES = [...new Set(MUTANTS.map(({ file }) => file))]

/**
 * @returns {Promise<{mutations: {breaks: string, file: string, test: string, noticed: boolean}[]}>}
 * @throws {UserError} when a test fails without a mutant, or a mutant does not fit the code any more
 */
async function run ({ operands: files }, { onProgress, signal }) {
  const wanted = MUTANTS.filter(({ file }) => files.includes(file))
  const tests = [...new Set(wanted.map(({ test }) => test))]
  let done = 0
  async function passes (project, test) {
    const tap = [process.execPath, 'node_modules/.bin/tap', `--timeout=${TIMEOUT}`, test]
    const { child, ended, kill } = startProcess(tap, { cwd: project, signal })
    child.stdout.resume()
    const { code } = await ended
    kill() // a broken command may have been left running in the test's group
    signal?.throwIfAborted()
    onProgress(++done / (tests.length + wanted.length))
    return code === 0
  }
  return withRepositoryCopy(signal, async (project) => {
    for (const test of tests) {
      if (!await passes(project, test)) throw new UserError(`${test} fails without a mutant: fix that first`)
    }
    const mutations = []
    for (const { breaks, file, from, to, test } of wanted) {
      const restore = applyMutant(path.join(project, file), from, to)
      mutations.push({ breaks, file, test, noticed: !await passes(project, test) })
      restore()
    }
    return { mutations }
  })
}

function applyMutant (file, from, to) {
  const source = fs.readFileSync(file, 'utf8')
  if (!source.includes(from)) throw new UserError(`${path.basename(file)} has no ${from}: update mutants.js`)
  fs.writeFileSync(file, source.replace(from, () => to))
  return () => fs.writeFileSync(file, source)
}

module.exports = defineCheck({
  summary: 'Breaks the project on purpose, in a copy: a test must notice each mutant.',
  operands: [{ name: 'file', choices: FILES, help: 'break only this file' }],
  run,
  report: ({ mutations }) => mutations.map(({ breaks, file, test, noticed }) => [`${breaks} (\`${file}\`)`,
    noticed ? `noticed by \`${test}\`` : `\`${test}\` did not notice`, !noticed && `${breaks}: went unnoticed`])
})
