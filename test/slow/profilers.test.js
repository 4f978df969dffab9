'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { isUserFrame } = require('whyslow/internals')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profilers } = require('../../scripts/lib/profile/profilers')
require('../helpers/without-tap-loader')

const LISTENER = /server\.on\('after'/

/** Profiles slow as the command does. */
function profile (t, tool) {
  const load = { connections: 10, duration: 2 }
  return profilers[tool].run(findTarget('slow'), { load, folder: t.testdir({}) })
}

/** The line of a frame, if it is in util.js. */
function sourceLine ({ frame: { file, line } }) {
  return path.basename(file) === 'util.js' && fs.readFileSync(file, 'utf8').split('\n')[line - 1]
}

// The workshop takes the flame graphs of the exercise and of the other stages.
t.test('Flame: the listener leads in slow, by self time', async (t) => {
  const { files, frames: { self: [first] } } = await profile(t, 'flame')
  t.match(sourceLine(first), LISTENER)
  t.ok(files['.html'].includes('"target":"./util.js","type":"slow"'), 'as code of the program slow')
})

t.test('--cpu-prof: the listener leads in slow, by total time, without the probe', async (t) => {
  const { frames: { total }, files } = await profile(t, 'cpuprofile')
  t.match(sourceLine(total.find(({ frame }) => isUserFrame(frame))), LISTENER)
  t.notMatch(total.map(({ frame }) => frame.file).join('\n'), /server\/probe\//)
  const [, content] = files['.js'].match(/^speedscope\.loadFileFromBase64\('slow', '(.*)'\)\n$/)
  t.equal(String(Buffer.from(content, 'base64')), files['.cpuprofile'])
})

t.test('HeapProfiler names who allocates', async (t) => {
  const profiled = await profile(t, 'heap')
  t.ok(profiled.frames.self.length >= 5 && profiled.bytes > 1e5)
  t.strictSame(Object.keys(profiled.files), ['.html', '.heapprofile'])
})

t.test('--prof leads from native code to the listener', async (t) => {
  const { messages, files } = await profile(t, 'prof')
  const [excerpt] = messages
  t.match(excerpt, /^ \[Summary\]:\n[^]*^ \[Bottom up [^]* \S*slow\/util\.js:\d+:\d+$/m)
  t.ok(excerpt.split('\n').length < 25, 'it fits a screen')
  t.match(files['.txt'], /^ \[Shared libraries\]:\n[^]*^ \[C\+\+\]:/m)
})
