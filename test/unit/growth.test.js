'use strict'

const t = require('tap')
const { fitGrowth } = require('../../scripts/lib/compare/growth')
const { close } = require('../helpers/close')

t.test('the fit is of the means of 16 blocks, after an eighth of the requests', async (t) => {
  const noise = [0, 3, -3, 1, -1, 2, -2] // of each request of a block of seven
  const times = []
  for (let count = 1; count <= 131; count++) {
    times.push(count <= 16 ? 1000 : count + noise[(count - 17) % 7])
  }
  const { a, b, r2 } = fitGrowth(times)
  close(t, a, 0, 'a')
  close(t, b, 1, 'b')
  close(t, r2, 1, 'R²')
})
