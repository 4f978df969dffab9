'use strict'

// Changes modules that compute, one operator at a time, and tells which changes no test notices:
//   make mutants FILES=scripts/lib/load/statistics.js
// Stryker makes the changes in a copy of the repository. It needs Node.js 22 or later.

require('../../scripts/lib/cli/preconditions')
const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { FindingError, UsageError } = require('../../scripts/lib/cli/errors')
const { text } = require('../../scripts/lib/cli/flags')
const { ROOT } = require('../../scripts/lib/cli/project')
const { installPackages } = require('../../scripts/lib/server/npm')
const { temporaryFolder } = require('../../scripts/lib/server/process')

const PACKAGES = path.join(__dirname, 'node_modules/@stryker-mutator')
const OLDEST = 22 // version of Node.js
const NOTICED = 85 // % of the changes, at least
// Changes of texts would make the tests assert wording.
const LEFT_OUT = ['StringLiteral', 'Regex']
const IGNORED = ['/results', '/profiles', '/dist', '/.nodes', '/bundle', '/docs/dist']
// Modules, and the tests that run for each change of them.
const LIB = 'scripts/lib'
const JUDGE = 'scripts/whyslow/judge'
const FRAMES = 'scripts/whyslow/frames'
const TOOL_TESTS = 'scripts/whyslow/test'
const GROUPS = [
  {
    modules: ['account', 'costs', 'diagnose', 'facts', 'memory', 'samples', 'shares', 'time']
      .map((name) => `${JUDGE}/${name}.js`),
    tests: ['account', 'facts', 'rules', 'samples', 'shares', 'variations']
      .map((name) => `${TOOL_TESTS}/${name}.test.js`)
  },
  {
    modules: ['frames', 'place', 'samples'].map((name) => `${FRAMES}/${name}.js`),
    tests: ['frames', 'samples', 'source-map'].map((name) => `${TOOL_TESTS}/${name}.test.js`)
  },
  {
    modules: [
      `${LIB}/load/bottleneck.js`, `${LIB}/load/statistics.js`, `${LIB}/compare/analysis.js`,
      `${LIB}/compare/medians.js`, `${LIB}/compare/paired.js`, `${LIB}/cli/flags.js`,
      `${LIB}/cli/format.js`
    ],
    tests: ['bottleneck', 'comparison', 'fit', 'flags', 'format', 'growth', 'labs']
      .map((name) => `test/unit/${name}.test.js`)
  }
]
const MODULES = GROUPS.flatMap(({ modules }) => modules)

command({
  summary: 'Changes modules that compute, one operator at a time: which does no test notice?',
  flags: { files: text('modules, comma-separated', MODULES.join()) }
}, async ({ values, signal }) => {
  if (parseInt(process.versions.node) < OLDEST) {
    throw new UsageError(`Stryker needs Node.js ${OLDEST} or later, and this is ${process.version}`)
  }
  const files = values.files.split(',')
  const unknown = files.find((file) => !MODULES.includes(file))
  if (unknown) throw new UsageError(`${unknown} is none of ${MODULES.join(', ')}`)
  await installPackages(__dirname, 'make mutants', signal)
  let failed = 0
  for (const { modules, tests } of GROUPS) {
    const chosen = modules.filter((name) => files.includes(name))
    if (chosen.length && await runStryker(chosen, tests, signal)) failed++
  }
  const why = `less than ${NOTICED} % of the changes were noticed, or Stryker could not run`
  if (failed) throw new FindingError(`${why}: its lines above say which`)
})

async function runStryker (modules, tests, signal) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'mutants-'))
  try {
    const config = path.join(folder, 'stryker.config.json')
    fs.writeFileSync(config, JSON.stringify(configOf(modules, tests)))
    const stryker = path.join(PACKAGES, 'core/bin/stryker.js')
    const options = { cwd: ROOT, signal, stdio: 'inherit' }
    const child = spawn(process.execPath, [stryker, 'run', config], options)
    const [code] = await once(child, 'exit')
    return code
  } finally {
    remove()
  }
}

function configOf (modules, tests) {
  return {
    mutate: modules,
    testRunner: 'tap',
    plugins: [path.join(PACKAGES, 'tap-runner/dist/src/index.js')],
    tap: { testFiles: tests, forceBail: true },
    coverageAnalysis: 'perTest',
    mutator: { excludedMutations: LEFT_OUT },
    ignorePatterns: IGNORED,
    concurrency: 2,
    reporters: ['clear-text'],
    clearTextReporter: { logTests: false, reportTests: false },
    thresholds: { high: 95, low: NOTICED, break: NOTICED },
    tempDirName: 'results/.mutants'
  }
}
