'use strict'

const t = require('tap')
const { fitLine } = require('../../scripts/lib/statistics/fit')
const { close } = require('../helpers/close')

/** @type {(ys: number[]) => {x: number, y: number}[]} at 1, 2, 3, … */
const series = (ys) => ys.map((y, i) => ({ x: i + 1, y }))

// The first line by SciPy: scipy.stats.linregress, with stats.t.ppf(0.975, 4) standard errors on either side. The
// others by mpmath with 30 digits, from the formulas that fit.js cites.
const KNOWN = [
  {
    what: 'independent points',
    points: series([2.1, 3.9, 6.2, 7.8, 10.1, 12.2]),
    ...{ a: -0.02, b: 2.02, aHalf: 0.4623705099899535, bHalf: 0.1187257867066935, r2: 0.9982106661074999 }
  },
  {
    what: 'correlated points count less: 12 as 5.26',
    points: series([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]),
    ...{ a: 1 / 11, b: 9 / 143, aHalf: 1.6203365462629693, bHalf: 0.2201603830702479, r2: 27 / 143 }
  },
  {
    what: 'correlated points count as five at least',
    points: series([0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]),
    ...{ a: 1 / 3, b: 0, aHalf: 1.8466426434288643, bHalf: 0.25090932665118854, r2: 0 }
  },
  {
    what: 'four points never count as five',
    points: [{ x: 0, y: 1.6 }, { x: 10, y: 1 }, { x: 10, y: -1 }, { x: 0, y: -1.6 }],
    ...{ a: 0, b: 0, aHalf: 5.74045473049135, bHalf: 0.8118228934049657, r2: 0 }
  },
  {
    what: 'points on a horizontal line, which it explains in full',
    points: series([3, 3, 3, 3]),
    ...{ a: 3, b: 0, aHalf: 0, bHalf: 0, r2: 1 }
  }
]

for (const { what, points, a, b, aHalf, bHalf, r2 } of KNOWN) {
  t.test(`a line through ${what}`, async (t) => {
    const fitted = fitLine(points)
    close(t, fitted.a, a, 'a')
    close(t, fitted.b, b, 'b')
    close(t, fitted.r2, r2, 'r2')
    close(t, fitted.aInterval[0], a - aHalf, 'low end of a')
    close(t, fitted.aInterval[1], a + aHalf, 'high end of a')
    close(t, fitted.bInterval[0], b - bHalf, 'low end of b')
    close(t, fitted.bInterval[1], b + bHalf, 'high end of b')
  })
}

t.test('a line keeps its slope far from the origin: the sums are of deviations from the mean', async (t) => {
  const far = 1e6 + 0.1
  const points = [2.1, 3.9, 6.2, 7.8, 10.1, 12.2].map((y, i) => ({ x: far + 0.3 * i, y: far + y }))
  close(t, fitLine(points).b * 0.3, 2.02, 'b')
})
