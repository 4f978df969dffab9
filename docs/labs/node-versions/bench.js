'use strict'

// Measures all operations with bench-node, and prints calls per second as JSON. Needs
// --allow-natives-syntax.

const { Suite } = require('bench-node')
const { operations } = require('./operations')

// No plugins: by default bench-node keeps V8 from optimizing, and would only compare interpreters.
const suite = new Suite({ reporter: false, plugins: [], minSamples: 5 })
for (const [name, operation] of Object.entries(operations)) {
  suite.add(name, { minTime: 0.005, maxTime: 0.05 }, operation)
}

suite.run().then((results) => {
  console.log(JSON.stringify(Object.fromEntries(results.map(({ name, opsSec }) => [name, opsSec]))))
})
