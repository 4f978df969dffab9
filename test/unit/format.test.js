'use strict'

const t = require('tap')
const { bytes, exact, ms, number, percent, ratio, significant } = require('../../scripts/lib/base/format')

t.test('numbers as a person reads them', async (t) => {
  t.strictSame([0, 0.6449, 23.1, 999.99, 3086.81, 1_000_000, -1000.6].map(number),
    ['0', '0.64', '23.1', '999.99', '3,087', '1,000,000', '-1,001'])
  t.strictSame([12, 237_980, 84_170_000, 2e9, 3e12].map(bytes), ['12 B', '237.98 kB', '84.17 MB', '2 GB', '3 TB'])
  t.equal(exact(3086.81), '3,086.81')
  t.equal(ms(5554), '5,554 ms')
  t.equal(significant(1234.5), '1,230')
  t.strictSame([0, 0.002055, 0.0164, 0.976, 1.03].map(percent), ['0 %', '0.206 %', '2 %', '98 %', '103 %'])
  t.strictSame([0.5, 4.861, 123.4].map(ratio), ['0.5 ×', '4.86 ×', '123 ×'])
})
