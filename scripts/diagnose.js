'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { withProgressBar } = require('./lib/base/progress')
const { fileLine } = require('./lib/base/terminal')
const { diagnosisFlags, measureDiagnosis } = require('./lib/diagnosis/collect')
const { resultSaver } = require('./lib/measure/results')
const { targetFlags, targetsFromFlags, TARGET_HELP } = require('./lib/measure/target-flags')
const { diagnosisText } = require('./lib/present/diagnosis')
const { makeCommand } = require('./lib/profiling/by-hand')

command({
  summary: 'Says in words what is wrong with a server, or that nothing is, after two loads: ' +
    'one connection, then many.',
  operands: [{ name: 'target', help: TARGET_HELP }],
  flags: {
    ...targetFlags,
    ...diagnosisFlags,
    json: { type: 'boolean', help: 'print one JSON document and nothing else' }
  }
}, async ({ values, operands: [operand], signal, paint }) => {
  const [target] = targetsFromFlags(operand ? [operand] : [], values)
  const { alone, connections, duration, json } = values
  const settings = { alone, connections, duration }
  const save = resultSaver()
  const diagnosis = await withProgressBar(target.name, (onProgress) =>
    measureDiagnosis(target, settings, { onProgress, signal }))
  if (json) return console.log(JSON.stringify({ file: save(diagnosis), ...diagnosis }, null, 2))
  const { tool } = diagnosis.first
  const next = tool && makeCommand(tool, target, { ...values, app: operand ?? values.app })
  console.log(diagnosisText(diagnosis, next, paint)) // before the file, which a full disk refuses
  console.log(fileLine(paint, 'saved', save(diagnosis)))
})
