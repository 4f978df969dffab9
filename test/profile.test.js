'use strict'

// The real tools on the real stages: the pictures show what the text says.

require('./helpers/untapped')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { find } = require('../scripts/lib/contenders')
const { copy } = require('../scripts/lib/exercise')
const { area } = require('../scripts/lib/frames')
const { PROFILES } = require('../scripts/lib/profiles')
const profilers = require('../scripts/lib/profilers')

const LOAD = { connections: 10, duration: 5 }

const profile = (t, tool, contender, load = LOAD) => profilers[tool].profile(contender, { load, folder: t.testdir({}) })
const isListener = (contender) => ({ frame }) => frame.file === path.join(path.dirname(contender.file), 'util.js') && LISTENER_LINES.includes(frame.line)
const ownOf = (contender) => ({ frame }) => area(frame, path.dirname(contender.file)) === 'this stage'
const sum = (hot) => hot.reduce((sum, { share }) => sum + share, 0)

const LISTENER_LINES = ['slow', 'fast'].map((name) => {
  const lines = fs.readFileSync(path.join(path.dirname(find(name).file), 'util.js'), 'utf8').split('\n')
  return lines.findIndex((line) => line.includes("server.on('after'")) + 1
})

t.test('Flame: the listener leads in slow, by self time', async (t) => {
  const slow = find('slow')
  const { frames: { self: [first] } } = await profile(t, 'flame', slow)
  t.ok(isListener(slow)(first), `${first.frame.name} ${first.frame.file}:${first.frame.line}`)
})

t.test('--cpu-prof: the listener leads the frames of slow, by total time, with at least 60 %', async (t) => {
  const slow = find('slow')
  const { frames: { total }, files } = await profile(t, 'cpuprofile', slow)
  const [first] = total.filter(ownOf(slow))
  t.ok(isListener(slow)(first), `${first.frame.name} ${first.frame.file}:${first.frame.line}`)
  t.ok(first.share >= 0.6, `${first.share} of the time`)
  t.notOk(total.some(({ frame, share }) => area(frame, '') === 'harness' && share > 0.02), 'the harness does not show')
  for (const ending of ['.cpuprofile', '.js', '.html']) t.ok(fs.existsSync(files[ending]), ending)
})

t.test('Flame: with the listener emptied, the emitting path leads', async (t) => {
  const folder = path.join(PROFILES, 'noop-test') // within the project, where restify is found
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  copy(folder, { name: 'noop', step: 'noop' })
  const noop = { name: 'noop', file: path.join(folder, 'index.js'), warmup: 0 }
  const { frames: { self: [first] } } = await profile(t, 'flame', noop, { ...LOAD, duration: 10 })
  // V8 inlines emit into those of restify that call it.
  t.match(first.frame.name, /^(emit|_finishReqResCycle|_afterRoute|afterRouter)$/)
})

t.test('--cpu-prof: fast has the listener, the hashing and JSON.stringify, each under a third', async (t) => {
  const fast = find('fast')
  const { frames: { self, total } } = await profile(t, 'cpuprofile', fast)
  const parts = {
    listener: total.filter(isListener(fast)).slice(0, 1),
    hashing: self.filter(({ frame }) => /^node:(internal\/)?crypto/.test(frame.file)),
    'JSON.stringify': total.filter(({ frame }) => frame.name === 'formatJSON')
  }
  for (const [what, hot] of Object.entries(parts)) t.ok(sum(hot) > 0.005 && sum(hot) < 1 / 3, `${what}: ${sum(hot)}`)
})

t.test('Flame: in optimized nothing of the stage is hot, and writing to the socket is', async (t) => {
  const optimized = find('optimized')
  const { frames: { self } } = await profile(t, 'flame', optimized)
  const hot = self.slice(0, 5)
  t.notOk(hot.some(ownOf(optimized)))
  t.ok(hot.some(({ frame }) => /^(clearBuffer|writevGeneric|writeGeneric|_writeGeneric|afterWriteDispatched|onwrite)$/.test(frame.name)), hot.map(({ frame }) => frame.name).join(', '))
})

t.test('HeapProfiler names who allocates', async (t) => {
  const { frames: { self }, bytes, files } = await profile(t, 'heap', find('slow'), { ...LOAD, duration: 2 })
  t.ok(self.length >= 5 && bytes > 0)
  t.ok(files['.html'] && files['.heapprofile'])
})

t.test('--prof leads from native code to the listener', async (t) => {
  const slow = find('slow')
  const { words, files, frames: { total } } = await profile(t, 'prof', slow, { ...LOAD, duration: 3 })
  t.match(words.join('\n'), /^ \[Bottom up[^]*slow\/util\.js/)
  t.match(fs.readFileSync(files['.txt'], 'utf8'), /\[Bottom up[^]*\[Summary\]/, 'bottom-up first')
  t.ok(isListener(slow)(total.filter(ownOf(slow))[0]))
})

t.test('unmuted, slow warns, and the stack says who adds the listeners', async (t) => {
  const { warning } = await profile(t, 'trace', find('slow'), { ...LOAD, duration: 1 })
  t.match(warning, /^\(node:\d+\) MaxListenersExceededWarning: .* 11 after listeners/)
  t.match(warning, 'attachAfterEvent')
})

t.test('fast gives no warning', async (t) => {
  const { warning, words } = await profile(t, 'trace', find('fast'), { ...LOAD, duration: 1 })
  t.equal(warning, undefined)
  t.match(words[0], /^No warning/)
})
