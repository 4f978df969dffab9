'use strict'

// The tests again and again, beside a process that takes a core: a test that depends on the moment fails now and then.

const { startProcess } = require('../../scripts/lib/system/process')
const { defineCheck, runEach } = require('./check')
const { runTap } = require('./tap-run')

/** @returns {Promise<{repeats: import('./tap-run').TapRun[]}>} */
async function run ({ runs, operands: files }, { onProgress, signal }) {
  const { ended, kill } = startProcess([process.execPath, '-e', 'for (;;);'], { signal })
  ended.catch(() => {}) // an interruption ends it, and the tests
  try {
    const numbers = Array.from({ length: runs }, (_, i) => i + 1)
    return { repeats: await runEach(numbers, onProgress, () => runTap(process.execPath, files, signal)) }
  } finally {
    kill()
  }
}

module.exports = defineCheck({
  summary: 'Runs the tests twenty times in a row, beside a process that takes a core: each run must be green.',
  operands: [{ name: 'test', many: true, help: 'test files [those of make test]' }],
  flags: { runs: { type: 'integer', min: 1, default: 20, help: 'how many times' } },
  run,
  report: ({ repeats }) => {
    const red = repeats.filter(({ red }) => red.length)
    const failures = [...new Set(red.flatMap(({ red }) => red))]
    return [
      ['runs beside a busy process', String(repeats.length)],
      ['green', String(repeats.length - red.length), ...failures]
    ]
  }
})
