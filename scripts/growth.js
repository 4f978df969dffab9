'use strict'

require('./lib/base/preconditions')
const { command, jsonFlag, recordFlag } = require('./lib/base/command')
const { fileLine, withProgressBar } = require('./lib/base/terminal')
const { measureGrowth } = require('./lib/experiments/growth')
const { resultSaver } = require('./lib/measure/results')
const { targetFlags, targetsFromFlags, TARGET_HELP } = require('./lib/measure/target-flags')
const { growthTable } = require('./lib/present/growth-table')

command({
  summary: 'Sends requests one after another, and fits a line to their costs.\n' +
    `Targets: ${TARGET_HELP}.`,
  flags: {
    stage: {
      type: 'string',
      help: 'the target to load [slow]'
    },
    ...targetFlags,
    duration: {
      type: 'integer',
      min: 1,
      max: 3600,
      default: 30,
      help: 'seconds at most'
    },
    max: {
      type: 'integer',
      min: 64,
      max: 2 ** 20,
      default: 2 ** 17,
      help: 'requests at most'
    },
    json: jsonFlag,
    record: recordFlag
  }
}, async ({ values: { stage, duration, max, json, record, ...values }, signal, paint }) => {
  const [target] = targetsFromFlags(stage ? [stage] : [], values, ['slow'])
  const save = resultSaver(record)
  const growth = await withProgressBar(target.name, (onProgress) =>
    measureGrowth(target, { duration, max }, { onProgress, signal }))
  const file = save(growth, `growth-${target.name}.json`)
  if (json) return console.log(JSON.stringify({ file, ...growth }, null, 2))
  console.log(growthTable(growth, paint))
  console.log(fileLine(paint, 'saved', file))
})
