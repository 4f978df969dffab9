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
const MODULES = ['scripts/lib/load/bottleneck.js', 'scripts/lib/load/statistics.js']
const TESTS = ['bottleneck', 'comparison', 'fit', 'format', 'growth', 'labs'].map((name) =>
  `test/unit/${name}.test.js`)

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
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'mutants-'))
  try {
    const config = path.join(folder, 'stryker.config.json')
    fs.writeFileSync(config, JSON.stringify(configOf(files)))
    const stryker = path.join(PACKAGES, 'core/bin/stryker.js')
    const options = { cwd: ROOT, signal, stdio: 'inherit' }
    const child = spawn(process.execPath, [stryker, 'run', config], options)
    const [code] = await once(child, 'exit')
    const why = `less than ${NOTICED} % of the changes were noticed, or Stryker could not run`
    if (code) throw new FindingError(`${why}: its lines above say which`)
  } finally {
    remove()
  }
})

function configOf (files) {
  return {
    mutate: files,
    testRunner: 'tap',
    plugins: [path.join(PACKAGES, 'tap-runner/dist/src/index.js')],
    tap: { testFiles: TESTS, forceBail: true },
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
