'use strict'

/** @import { WatchOptions } from 'whyslow' */
/** @import { ProcessTarget, Values } from './lib/server/types' */

require('./lib/cli/preconditions')
const { watch } = require('whyslow')
const { command } = require('./lib/cli/command')
const { ensureUnset, integer, jsonFlag, yesNo } = require('./lib/cli/flags')
const { printNotice, printSaved, withProgressBar } = require('./lib/cli/terminal')
const { resultHeader, saveResult } = require('./lib/load/results')
const { targetFlags, TARGET_HELP } = require('./lib/server/target-flags')
const { diagnosisText } = require('./lib/show/diagnosis')
const { diagnosisFlags, measureDiagnosis } = require('./lib/diagnose/diagnosis')
const { makeCommand } = require('./lib/profile/make-command')
const { runningFlags, targetOrProcess, GETS_NO_LOAD } = require('./lib/diagnose/running')
const { ROOT } = require('./lib/cli/project')

const watchFlags = {
  watch: integer(5, 3600, 'PID: seconds of watching [10; up to 40 if unclear]'),
  collect: yesNo('PID: force garbage collections, to see a slow leak'),
  callers: yesNo('PID: find callers on Node.js 20, too; await stays slower'),
  heap: yesNo('PID: show what holds a leak; this pauses the process'),
  profile: yesNo('PID: profile a large process, too; this pauses it')
}

command({
  summary: 'Says what is wrong with a server, if anything, after two loads: one\n' +
    'connection, then many. With PID or INSPECT, it watches a server\nthat is already running.',
  operands: [{ name: 'target', help: TARGET_HELP }],
  flags: {
    ...targetFlags,
    ...diagnosisFlags,
    ...runningFlags,
    ...watchFlags,
    all: yesNo('list the faults that were ruled out'),
    json: jsonFlag
  }
}, async ({ values, operands: [operand], signal }) => {
  const target = targetOrProcess(operand, values)
  if (target.running) {
    ensureUnset(values, diagnosisFlags, `${GETS_NO_LOAD}. WATCH=60 watches for 60 s`)
  } else {
    ensureUnset(values, watchFlags, 'is for a running server: it needs PID= or INSPECT=')
  }
  const options = { onNotice: printNotice, signal }
  const diagnosis = await withProgressBar(target.name, async (onProgress) =>
    target.running
      ? watchProcess(target, values, { ...options, onProgress })
      : measureDiagnosis(target, values, { ...options, onProgress }))
  const subject = `diagnosis-${target.name}`
  if (values.json) {
    const file = saveResult(diagnosis, subject)
    return console.log(JSON.stringify({ file, ...diagnosis }, null, 2))
  }
  const { tool } = diagnosis.first
  const named = { ...values, app: operand ?? values.app }
  const root = 'running' in diagnosis ? undefined : target.cwd ?? ROOT
  console.log(diagnosisText(diagnosis, {
    command: tool && makeCommand(tool, target, named),
    all: values.all,
    root
  }))
  printSaved(saveResult(diagnosis, subject))
})

/**
 * @param {ProcessTarget} target
 * @param {Values<typeof watchFlags>} settings
 * @param {WatchOptions} options
 */
async function watchProcess ({ name, running }, settings, options) {
  const header = resultHeader({ kind: 'diagnosis', target: name })
  const { watch: seconds, collect, callers, heap, profile } = settings
  const diagnosis = await watch(running, { ...options, seconds, collect, callers, heap, profile })
  return { ...header, ...diagnosis }
}
