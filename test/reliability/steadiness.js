'use strict'

// Runs the tests many times while another process uses a core: a test that depends on timing fails now and then.

const { startProcess } = require('../../scripts/lib/system/process')
const { defineCheck } = require('./check')
const { runTap } = require('./tap-run')

/** @returns {Promise<{repeats: import('./tap-run').TapRun[]}>} fewer than `runs` after an interruption */
async function run ({ runs, operands: files }, { onProgress, signal }) {
  const { ended, kill } = startProcess([process.execPath, '-e', 'for (;;);'], { signal })
  ended.catch(() => {}) // an interruption ends it, and the tests
  const repeats = []
  try {
    while (repeats.length < runs) {
      repeats.push(await runTap(process.execPath, files, signal))
      onProgress(repeats.length / runs)
    }
  } catch (err) {
    if (!signal?.aborted || !repeats.length) throw err
  } finally {
    kill()
  }
  return { repeats }
}

module.exports = defineCheck({
  summary: 'Runs the tests twenty times in a row while another process uses a core: each run must pass.',
  operands: [{ name: 'test', many: true, help: 'test files [those of make test]' }],
  flags: { runs: { type: 'integer', min: 1, default: 20, help: 'how many times' } },
  run,
  report: ({ repeats, settings: { runs = repeats.length } }) => {
    const red = repeats.filter(({ red }) => red.length)
    const failures = [...new Set(red.flatMap(({ red }) => red))]
    return [
      ['runs', String(repeats.length),
        repeats.length < runs && `interrupted after ${repeats.length} of ${runs} runs`],
      ['passed', String(repeats.length - red.length), ...failures]
    ]
  }
})
