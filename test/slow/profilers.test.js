'use strict'

// The other profilers on the real stages.

const fs = require('node:fs')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { frameOwner } = require('../../scripts/lib/profiling/frames')
const { isListener, isOwn, formatFrame, profile } = require('../helpers/profile')

const sum = (hot) => hot.reduce((sum, { share }) => sum + share, 0)

t.test('--cpu-prof: the listener leads the frames of slow, by total time', async (t) => {
  const slow = findTarget('slow')
  const { frames: { total }, files } = await profile(t, 'cpuprofile', slow)
  const [first] = total.filter(isOwn)
  t.ok(isListener(slow)(first), formatFrame(first))
  const harness = total.filter(({ frame }) => frameOwner(frame) === 'harness')
  t.notOk(harness.some(({ share }) => share > 0.05), 'the harness does not show')
  for (const ending of ['.cpuprofile', '.js', '.html']) t.ok(fs.existsSync(files[ending]), ending)
  t.match(fs.readFileSync(files['.html'], 'utf8'), /#view=left-heavy&localProfilePath=/)
})

t.test('--cpu-prof: listener, hashing and JSON.stringify of fast are small parts', async (t) => {
  const fast = findTarget('fast')
  const { frames: { self, total } } = await profile(t, 'cpuprofile', fast)
  const parts = {
    listener: total.filter(isListener(fast)).slice(0, 1),
    hashing: self.filter(({ frame }) => /^node:(internal\/)?crypto/.test(frame.file)),
    'JSON.stringify': total.filter(({ frame }) => frame.name === 'formatJSON')
  }
  for (const [what, hot] of Object.entries(parts)) {
    const share = sum(hot)
    t.ok(share > 0.005 && share < 1 / 3, `${what}: ${share}`)
  }
})

t.test('HeapProfiler names who allocates', async (t) => {
  const {
    frames: { self },
    bytes,
    files
  } = await profile(t, 'heap', findTarget('slow'), { duration: 2 })
  t.ok(self.length >= 5 && bytes > 0)
  for (const ending of ['.heapprofile', '.html']) t.ok(fs.existsSync(files[ending]), ending)
})

t.test('--prof leads from native code to the listener', async (t) => {
  const slow = findTarget('slow')
  const { messages, files } = await profile(t, 'prof', slow, { duration: 3 })
  const excerpt = messages.join('\n')
  t.match(excerpt, /^ \[Summary\]:\n[^]*^ \[Bottom up [^]* \S*slow\/util\.js:\d+:\d+$/m)
  t.match(fs.readFileSync(files['.txt'], 'utf8'), /^ \[Shared libraries\]:\n[^]*^ \[C\+\+\]:/m)
})

t.test('slow silences the warning; trace says where', async (t) => {
  const {
    messages: [count, mute, ...others]
  } = await profile(t, 'trace', findTarget('slow'), { duration: 1 })
  t.strictSame(others, [])
  t.match(
    count,
    /^No warning, but \w+ has [\d,]+ listeners of "after", added at slow\/util\.js:\d+\.$/
  )
  t.match(
    mute,
    /^The warning is silenced: defaultMaxListeners is set to Infinity at slow\/util\.js:\d+\./
  )
  t.match(mute, / UNMUTE=1/)
})

t.test('with UNMUTE=1 it warns, and the stack says who adds the listeners', async (t) => {
  const {
    messages: [warning]
  } = await profile(t, 'trace', findTarget('slow'), { duration: 1, unmute: true })
  t.match(
    warning,
    /^\(node:\d+\) MaxListenersExceededWarning: Possible .*\. 11 after listeners added to \[/
  )
  t.match(warning, /^ +at attachAfterEvent \(.*slow\/util\.js:\d+:\d+\)$/m)
})

t.test('fast gives no warning', async (t) => {
  const { messages } = await profile(t, 'trace', findTarget('fast'), { duration: 1 })
  t.strictSame(messages, ['No warning: no event has more than 10 listeners.'])
})
