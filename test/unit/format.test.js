'use strict'

const t = require('tap')
const format = require('../../scripts/lib/cli/format')

const CASES = {
  number: { 0: '0', 0.6449: '0.645', 23.1: '23.1', 3086.81: '3,087', '-1000.6': '-1,001' },
  bytes: { 12: '12 B', 237980: '238 kB', 84170000: '84.2 MB', 2e9: '2 GB', 3e12: '3 TB' },
  ms: { 5554: '5,554 ms' },
  significant: { 1234.5: '1,230' },
  percent: { 0: '0 %', 0.002055: '< 1 %', 0.01: '1 %', 0.0164: '2 %', 1.03: '103 %' },
  ratio: { 0.5: '0.5 ×', 4.861: '4.86 ×', 123.4: '123 ×' }
}

t.test('numbers as people read them', async (t) => {
  for (const [name, cases] of Object.entries(CASES)) {
    for (const [value, text] of Object.entries(cases)) t.equal(format[name](Number(value)), text)
  }
})
