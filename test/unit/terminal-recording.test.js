'use strict'

const t = require('tap')
const { drawRecording } = require('../../scripts/lib/docs/terminal-recording')

const WHITE = 'fill:#e6edf3'
const word = (text, { x = 0, style = WHITE } = {}) => ({ x, text, style })

/** Screens from the words of their rows. */
const draw = (...screens) => drawRecording(screens.map(([time, ...rows]) => ({ time, rows })))
const groups = (svg) => svg.split('\n').filter((line) => line.startsWith('<g'))
const wordsOf = (group) => group.match(/(?<=>)[^<>]+(?=<\/text>)/g)
const animationOf = (group) => group.match(/animation:([^"]*)/)[1]

t.test('a word has its place, its width, its colour and its weight', async (t) => {
  const svg = draw([0, [], [word('late', { x: 12, style: 'fill:#e3b341;font-weight:700' })]])
  const [, attributes] = svg.match(/<text ([^>]*)>late/)
  t.equal(attributes,
    'x="108" y="39" textLength="32" lengthAdjust="spacingAndGlyphs" style="fill:#e3b341;font-weight:700"')
})

t.test('what is markup in SVG is escaped', async (t) => {
  t.strictSame(wordsOf(groups(draw([0, [word('<&"')]]))[0]), ['&lt;&amp;&quot;'])
})

t.test('a line stays, from the time that it is written', async (t) => {
  const lines = groups(draw([0, [word('$')], []], [0.7, [word('$')], [word('done')]]))
  t.strictSame(lines.map(wordsOf), [['$'], ['done']])
  t.strictSame(lines.map(animationOf), ['hide 0s', 'hide 0.7s'])
})

t.test('a line that is overwritten is shown until then, and never where nothing moves', async (t) => {
  const lines = groups(draw([0, []], [0.5, [word('10%')]], [1.2, [word('20%')]], [2, [word('done')]]))
  t.strictSame(lines.map(wordsOf), [['10%'], ['20%'], ['done']])
  t.strictSame(lines.map(animationOf), ['show 0.7s 0.5s', 'show 0.8s 1.2s', 'hide 2s'])
  t.strictSame(lines.map((line) => line.startsWith('<g class="old"')), [true, true, false])
})

t.test('a line that is erased takes no room at the end', async (t) => {
  const svg = draw([0, [word('$')], [], [word('10%')]], [1, [word('$')], [], []])
  t.match(svg, /viewBox="0 0 664 39"/)
})

t.test('long waits are shortened, also where the screen stays the same meanwhile', async (t) => {
  const lines = groups(draw([0, []], [3, []], [6, []], [9, [word('done')]]))
  t.strictSame(lines.map(animationOf), ['hide 1s'])
})

t.test('a recording plays in five seconds at most', async (t) => {
  const lines = groups(draw(...Array.from({ length: 11 }, (_, second) => [second, [word(`${second} s`)]])))
  t.equal(animationOf(lines[1]), 'show 0.5s 0.5s')
  t.equal(animationOf(lines[10]), 'hide 5s')
})

t.test('nothing moves for readers who prefer reduced motion', async (t) => {
  const svg = draw([0, [word('$')]])
  t.match(svg, /@media \(prefers-reduced-motion: reduce\) \{ g \{ animation: none !important \} \}/)
  t.match(svg, /\.old \{ visibility: hidden \}/)
})

t.test('nothing repeats', async (t) => {
  t.notMatch(draw([0, [word('10%')]], [1, [word('20%')]]), /infinite|script/)
})
