'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { withProgressBar } = require('./lib/base/progress')
const { fileLine } = require('./lib/base/terminal')
const { diagnosisFlags, measureDiagnosis } = require('./lib/diagnosis/collect')
const { requestFlags, requestFromFlags, targetFlags, targetsFromFlags } = require('./lib/measure/target-flags')
const { targetNames } = require('./lib/measure/targets')
const { diagnosisText } = require('./lib/present/diagnosis')
const { quote } = require('./lib/profiling/by-hand')
const { resultSaver } = require('./lib/measure/results')

command({
  summary: 'Says in words what is wrong with a server, or that nothing is, after two loads: one connection, then many.',
  operands: [{ name: 'target', help: `${targetNames.join(', ')},\na lab's server, a file or a command` }],
  flags: {
    ...targetFlags,
    ...requestFlags,
    ...diagnosisFlags,
    json: { type: 'boolean', help: 'print one JSON document and nothing else' }
  }
}, async ({ values, operands, signal, paint }) => {
  const [target] = targetsFromFlags(operands, values)
  const { alone, connections, duration, json } = values
  const save = resultSaver()
  const diagnosis = await withProgressBar(target.name, (onProgress) =>
    measureDiagnosis(target, { alone, connections, duration, ...requestFromFlags(values) }, { onProgress, signal }))
  const file = save(diagnosis)
  if (json) return console.log(JSON.stringify({ file, ...diagnosis }, null, 2))
  console.log(diagnosisText(diagnosis, (tool) => makeLine(tool, target, operands[0] ?? values.app, values), paint))
  console.log(fileLine(paint, 'saved', file))
})

/**
 * @type {(tool: string, target: import('./lib/measure/targets').Target, app: string, values: Record<string, any>) =>
 *   string} the command of another tool on the same target
 */
function makeLine (tool, { name, cwd }, app, { in: folder, path }) {
  if (!cwd) return `make ${tool}-${name}`
  const settings = Object.entries({ APP: app, IN: folder, URLPATH: path }).filter(([, value]) => value)
  return ['make', tool, ...settings.map(([key, value]) => `${key}=${quote(value)}`)].join(' ')
}
