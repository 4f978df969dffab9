'use strict'

const t = require('tap')
const { fitLine } = require('../../scripts/lib/compare/fit')
const { close } = require('../helpers/close')

/** Points at x = 1, 2, 3, … */
const series = (...ys) => ys.map((y, i) => ({ x: i + 1, y }))
const STEPS = [2.1, 3.9, 6.2, 7.8, 10.1, 12.2]

// [what, points, a, half its interval, b, half its interval, r²]. The first line by SciPy's
// linregress and t.ppf; the others by mpmath with 30 digits, from the formulas that fit.js cites.
const KNOWN = [
  ['independent points', series(...STEPS),
    -0.02, 0.4623705099899535, 2.02, 0.1187257867066935, 0.9982106661074999],
  ['correlated points, which count less: 12 as 5.26', series(0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1),
    1 / 11, 1.6203365462629693, 9 / 143, 0.2201603830702479, 27 / 143],
  ['a horizontal line, which it explains in full', series(3, 3, 3, 3), 3, 0, 0, 0, 1]
]

for (const [what, points, a, halfA, b, halfB, r2] of KNOWN) {
  t.test(`a line through ${what}`, async (t) => {
    const { aInterval, bInterval, ...line } = fitLine(points)
    close(t, line.a, a, 'a')
    close(t, line.b, b, 'b')
    close(t, line.r2, r2, 'r2')
    close(t, aInterval[0], a - halfA, 'low end of a')
    close(t, aInterval[1], a + halfA, 'high end of a')
    close(t, bInterval[0], b - halfB, 'low end of b')
    close(t, bInterval[1], b + halfB, 'high end of b')
  })
}
