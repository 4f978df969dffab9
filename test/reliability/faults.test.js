'use strict'

const t = require('tap')
const { problems, run } = require('./checks/faults')

const skip = process.platform === 'win32' && 'Windows has no sh and no ulimit'

t.test('the harness meets each fault as expected', { skip }, async (t) => {
  const findings = await run()
  t.strictSame(problems(findings), [])
  for (const { fault, isSkipped } of findings.faults) {
    t.test(fault, { skip: isSkipped }, async () => {})
  }
})

t.test('expectations that fail are problems', async (t) => {
  const faults = [
    { fault: 'a flood', expectations: { 'it floats': false, 'it steers': true } },
    { fault: 'a fire', expectations: { 'it burns': true } },
    { fault: 'a storm', isSkipped: true }
  ]
  t.strictSame(problems({ faults }), ['a flood: 1 of 2 expectations hold; not: it floats'])
})
