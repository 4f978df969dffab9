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

const OLDEST = 22 // version of Node.js
const NOTICED = 85 // % of the changes, at least
// Changes of texts would make the tests assert wording.
const LEFT_OUT = ['StringLiteral', 'Regex']
const IGNORED = ['/docs', '/results', '/profiles', '/dist', '/.nodes', '/bundle', '/exercise*']
const JUDGE = ['rules', 'facts', 'account', 'variations'].map((name) =>
  `scripts/whyslow/test/${name}.test.js`)

/** The modules of each group, and the tests that have to notice. */
const GROUPS = [
  { files: 'scripts/whyslow/judge', tests: JUDGE },
  {
    files: 'scripts/whyslow/frames',
    tests: ['frames', 'samples', 'source-map'].map((name) => `scripts/whyslow/test/${name}.test.js`)
  },
  { files: 'scripts/lib/load/bottleneck.js', tests: ['test/unit/bottleneck.test.js'] },
  { files: 'scripts/lib/load/statistics.js', tests: ['test/unit/results.test.js'] },
  {
    files: 'scripts/lib/compare',
    tests: ['comparison', 'fit', 'growth', 'labs', 'series'].map((name) =>
      `test/unit/${name}.test.js`)
  },
  { files: 'scripts/lib/cli/flags.js', tests: ['test/unit/commands-agree.test.js'] },
  { files: 'scripts/lib/cli/format.js', tests: ['test/unit/format.test.js'] }
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
    const stryker = path.join(__dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js')
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
    plugins: [path.join(__dirname, 'node_modules/@stryker-mutator/tap-runner')],
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
