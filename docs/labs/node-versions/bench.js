'use strict'

// Measures all operations with bench-node, and prints calls per second as JSON. Needs
// --allow-natives-syntax.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { isAsyncFunction } = require('node:util').types
const { Suite } = require('bench-node')
const { temporaryFolder } = require('../../../scripts/lib/server/process')
const { operations } = require('./operations')

const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'node-versions-'))
process.on('exit', remove)
process.env.BIG = path.join(folder, 'big')
fs.writeFileSync(process.env.BIG, 'sixteen letters\n'.repeat(2 ** 20))

// No plugins: by default bench-node keeps V8 from optimizing, and would only compare interpreters.
const suite = new Suite({ reporter: false, plugins: [], minSamples: 5 })
for (const [name, operation] of Object.entries(operations)) {
  const run = isAsyncFunction(operation) ? timed(operation) : operation
  suite.add(name, { minTime: 0.005, maxTime: 0.05 }, run)
}

/** For operations that take many ms, which bench-node would call thirty times at least. */
function timed (operation) {
  return async (timer) => {
    const count = Math.min(timer.count, 2)
    timer.start()
    for (let i = 0; i < count; i++) await operation()
    timer.end(count)
  }
}

suite.run().then((results) => {
  console.log(JSON.stringify(Object.fromEntries(results.map(({ name, opsSec }) => [name, opsSec]))))
})
