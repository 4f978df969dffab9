'use strict'

const path = require('node:path')
const vm = require('node:vm')
const t = require('tap')
const { callerPlace } = require('../../scripts/lib/preload/caller-place')

const PRELOAD = path.join(__dirname, '../../scripts/lib/preload')

/** What callerPlace says when functions of these files call each other, on their second lines; the last calls it. */
const placeFrom = (...files) => files.reduceRight((call, filename) =>
  vm.runInThisContext('(call) => () => {\nreturn call() }', { filename })(call), callerPlace)()

t.test('the nearest caller outside Node.js, packages and the preloaded files', async (t) => {
  const cases = [
    [['/app/index.js', '/app/util.js'], '/app/util.js:2'],
    [['/app/my shop/x.js'], '/app/my shop/x.js:2'],
    [['/app/index.js', '/app/node_modules/koa/lib/x.js', 'node:events'], '/app/index.js:2'],
    [['/app/util.js', path.join(PRELOAD, 'crowded-events.js')], '/app/util.js:2'],
    [['file:///app/a%20b.mjs', 'node:internal/process/task_queues'], '/app/a b.mjs:2'],
    [['C:\\app\\x.js'], 'C:\\app\\x.js:2']
  ]
  for (const [files, place] of cases) t.equal(placeFrom(...files), place, files.join())
})

/** The same for a stack that is made up. */
function placeIn (stack) {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = () => stack
  const place = callerPlace()
  Error.prepareStackTrace = prepareStackTrace
  return place
}

t.test('without code of the program, the nearest package', async (t) => {
  t.equal(placeIn('Error\n at on (node:events:1:2)\n at use (/app/node_modules/koa/x.js:3:4)\n' +
    ' at process.processTicksAndRejections (node:internal/process/task_queues:95:5)'), '/app/node_modules/koa/x.js:3')
})

t.test('without a place, an empty text', async (t) => {
  t.equal(placeIn('Error\n at node:internal/main/run_main_module:28:49\n at Array.map (<anonymous>)'), '')
  for (const stack of ['', undefined, []]) t.equal(placeIn(stack), '')
})
