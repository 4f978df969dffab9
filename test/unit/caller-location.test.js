'use strict'

const path = require('node:path')
const vm = require('node:vm')
const t = require('tap')
const { callerLocation } = require('../../scripts/lib/server/probe/excess-listeners')
const { PROBE_FOLDER } = require('../../scripts/lib/server/server')

/**
 * What callerLocation says when functions of these files call each other, on their second lines;
 * the last calls it.
 */
const locationFrom = (...files) => files.reduceRight((call, filename) =>
  vm.runInThisContext('(call) => () => {\nreturn call() }', { filename })(call), callerLocation)()

t.test('the nearest caller outside Node.js, packages and the preloaded files', async (t) => {
  const cases = [
    [['/app/index.js', '/app/util.js'], '/app/util.js:2'],
    [['/app/my shop/x.js'], '/app/my shop/x.js:2'],
    [['/app/index.js', '/app/node_modules/koa/lib/x.js', 'node:events'], '/app/index.js:2'],
    [['/app/util.js', path.join(PROBE_FOLDER, 'excess-listeners.js')], '/app/util.js:2'],
    [['file:///app/a%20b.mjs', 'node:internal/process/task_queues'], '/app/a b.mjs:2'],
    [['C:\\app\\x.js'], 'C:\\app\\x.js:2']
  ]
  for (const [files, location] of cases) t.equal(locationFrom(...files), location, files.join())
})

/** The same for a stack that the program makes. */
function locationIn (makeStack) {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = makeStack
  try {
    return callerLocation()
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}

t.test('without code of the program, the nearest package', async (t) => {
  const stack = 'Error\n at on (node:events:1:2)\n at use (/app/node_modules/koa/x.js:3:4)\n' +
    ' at run (/app/node_modules/outer/y.js:5:6)\n' +
    ' at process.processTicksAndRejections (node:internal/process/task_queues:95:5)'
  t.equal(locationIn(() => stack), '/app/node_modules/koa/x.js:3')
})

t.test('without a location, an empty text', async (t) => {
  const stack = 'Error\n at node:internal/main/run_main_module:28:49\n at Array.map (<anonymous>)'
  for (const none of [stack, '', undefined, []]) t.equal(locationIn(() => none), '')
  t.equal(locationIn(() => { throw new Error('of the program') }), '')
})
