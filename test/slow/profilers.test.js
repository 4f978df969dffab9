'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { frameOwner } = require('whyslow/internals')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profilers } = require('../../scripts/lib/profile/profilers')

/** Profiles a target as the command does. */
function profile (t, tool, target, { duration = 5 } = {}) {
  const load = { connections: 10, duration }
  return profilers[tool].run(target, { load, folder: t.testdir({}) })
}

/** Whether a frame is the after listener of slow or fast. */
function isListener ({ frame: { file, line } }) {
  if (!/(slow|fast).util\.js$/.test(file)) return false
  return fs.readFileSync(file, 'utf8').split('\n')[line - 1].includes("server.on('after'")
}

const isOwn = ({ frame }) => frameOwner(frame) === 'your code'
const formatFrame = ({ frame: { name, file, line } }) => `${name} ${path.basename(file)}:${line}`

// The workshop takes the flame graphs of the exercise and of the other stages.
t.test('Flame: the listener leads in slow, by self time', async (t) => {
  const { files, frames: { self: [first] } } = await profile(t, 'flame', findTarget('slow'))
  t.ok(isListener(first), formatFrame(first))
  t.ok(files['.html'].includes('"target":"./util.js","type":"slow"'), 'as code of the program slow')
})

t.test('--cpu-prof: the listener leads the frames of slow, by total time', async (t) => {
  const { frames: { total }, files } = await profile(t, 'cpuprofile', findTarget('slow'))
  const [first] = total.filter(isOwn)
  t.ok(isListener(first), formatFrame(first))
  t.strictSame(Object.keys(files), ['.cpuprofile', '.js', '.html'])
  t.match(files['.html'], /speedscope.*#view=left-heavy&/)
  const [, content] = files['.js'].match(/^speedscope\.loadFileFromBase64\('slow', '(.*)'\)\n$/)
  t.equal(String(Buffer.from(content, 'base64')), files['.cpuprofile'])
})

t.test('--cpu-prof: listener, hashing and JSON.stringify of fast are small parts', async (t) => {
  const { frames: { self, total } } = await profile(t, 'cpuprofile', findTarget('fast'))
  const parts = {
    listener: total.filter(isListener).slice(0, 1),
    hashing: self.filter(({ frame }) => /^node:(internal\/)?crypto/.test(frame.file)),
    'JSON.stringify': total.filter(({ frame }) => frame.name === 'formatJSON')
  }
  for (const [what, hot] of Object.entries(parts)) {
    const share = hot.reduce((sum, { share }) => sum + share, 0)
    t.ok(share > 0.005 && share < 1 / 3, `${what}: ${share}`)
  }
})

t.test('HeapProfiler names who allocates', async (t) => {
  const profiled = await profile(t, 'heap', findTarget('slow'), { duration: 2 })
  t.ok(profiled.frames.self.length >= 5 && profiled.bytes > 0)
  t.strictSame(Object.keys(profiled.files), ['.html', '.heapprofile'])
})

t.test('--prof leads from native code to the listener', async (t) => {
  const { messages, files } = await profile(t, 'prof', findTarget('slow'), { duration: 3 })
  const [excerpt] = messages
  t.match(excerpt, /^ \[Summary\]:\n[^]*^ \[Bottom up [^]* \S*slow\/util\.js:\d+:\d+$/m)
  t.ok(excerpt.split('\n').length < 25, 'it fits a screen')
  t.match(files['.txt'], /^ \[Shared libraries\]:\n[^]*^ \[C\+\+\]:/m)
})
