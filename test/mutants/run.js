'use strict'

// Changes modules that compute, one operator at a time, and tells which changes no test notices:
//   make mutants FILES=scripts/whyslow/judge/diagnose.js
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
const OF_WHYSLOW = ['scripts/whyslow/test/*.test.js']
const OF_LIB = ['bottleneck', 'comparison', 'fit', 'format', 'growth', 'labs'].map((name) =>
  `test/unit/${name}.test.js`)

/** The modules that compute, and the tests that have to notice. */
const GROUPS = [
  { files: 'scripts/whyslow/judge', tests: OF_WHYSLOW },
  { files: 'scripts/whyslow/frames', tests: OF_WHYSLOW },
  { files: 'scripts/lib/load/bottleneck.js', tests: OF_LIB },
  { files: 'scripts/lib/load/statistics.js', tests: OF_LIB },
  { files: 'scripts/lib/compare', tests: OF_LIB },
  { files: 'scripts/lib/cli/flags.js', tests: [...OF_LIB, 'test/integration/command.test.js'] },
  { files: 'scripts/lib/cli/format.js', tests: OF_LIB }
]
const KNOWN = GROUPS.map(({ files }) => files).join()

command({
  summary: 'Changes modules that compute, one operator at a time: which does no test notice?',
  flags: { files: text('modules or folders, comma-separated [all that compute]') }
}, async ({ values, signal }) => {
  if (parseInt(process.versions.node) < OLDEST) {
    throw new UsageError(`Stryker needs Node.js ${OLDEST} or later, and this is ${process.version}`)
  }
  const files = (values.files || KNOWN).split(',')
  const groups = GROUPS.filter((group) => files.some((file) => file.startsWith(group.files)))
  const unknown = files.find((file) => !fs.existsSync(path.join(ROOT, file)) ||
    !GROUPS.some((group) => file.startsWith(group.files)))
  if (unknown) throw new UsageError(`${unknown} is none of these, or in one of them: ${KNOWN}`)
  await installPackages(__dirname, 'make mutants', signal)
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'mutants-'))
  try {
    const config = path.join(folder, 'stryker.config.json')
    fs.writeFileSync(config, JSON.stringify(configOf(files, groups)))
    const stryker = path.join(PACKAGES, 'core/bin/stryker.js')
    const options = { cwd: ROOT, signal, stdio: 'inherit' }
    const child = spawn(process.execPath, [stryker, 'run', config], options)
    const [code] = await once(child, 'exit')
    if (code) throw new FindingError(`less than ${NOTICED} % of the changes were noticed`)
  } finally {
    remove()
  }
})

function configOf (files, groups) {
  return {
    mutate: files.map((file) => file.endsWith('.js') ? file : `${file}/*.js`),
    testRunner: 'tap',
    plugins: [path.join(PACKAGES, 'tap-runner/dist/src/index.js')],
    tap: { testFiles: groups.flatMap(({ tests }) => tests), forceBail: true },
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
