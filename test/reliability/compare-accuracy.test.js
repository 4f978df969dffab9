'use strict'

const t = require('tap')
const { problems, rows, run } = require('./checks/compare-accuracy')

t.test('a comparison of a server with itself has a ratio and its interval', async (t) => {
  const { contrasts } = await run({ comparisons: 1, runs: 3 })
  const [{ ratio, interval: [low, high], pairs }] = contrasts
  t.ok(low < ratio && ratio < high)
  t.equal(pairs, 3)
})

t.test('more than four differences in 24 are a problem', async (t) => {
  const contrast = (p) => ({ p, interval: [0.9, 1 / 0.9], deviation: 0.05 })
  const contrasts = (wrong) =>
    Array.from({ length: 24 }, (_, i) => contrast(i < wrong ? 0.01 : 0.5))
  t.strictSame(problems({ runs: 4, contrasts: contrasts(4) }), [])
  t.strictSame(problems({ runs: 4, contrasts: contrasts(5) }), ['… that show a difference: 5'])
  const texts = rows({ runs: 4, contrasts: contrasts(4) }).map(([, text]) => text)
  t.strictSame(texts.slice(0, 4), ['24', '4', '± 11 %', '5 % (standard deviation)'])
  const [equal, small, large, larger] = texts
    .slice(4)
    .map((text) => parseFloat(text.replace('< ', '')))
  t.ok(equal <= 1 && small < 10 && large > 80 && larger > 99, texts.slice(4).join())
})
