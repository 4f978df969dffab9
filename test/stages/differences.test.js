'use strict'

// The differences between the stages teach the lesson: here is exactly what they are.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readText: read, ROOT } = require('../helpers/project')
const { startStage } = require('../helpers/stage')

const STAGES = ['slow', 'fast', 'optimized']

const manifest = (stage) => JSON.parse(read(`${stage}/package.json`))

t.test('a stage is three files', async (t) => {
  for (const stage of STAGES) {
    const files = fs.readdirSync(path.join(ROOT, stage)).filter((file) => file !== 'node_modules')
    t.strictSame(files, ['index.js', 'package.json', 'util.js'], stage)
  }
})

t.test('fast is slow without the mute and with the right flag, and nothing else', async (t) => {
  t.equal(read('slow/index.js'), read('fast/index.js'))
  const mute = "require('node:events').defaultMaxListeners = Infinity\n\n"
  const guard = 'if (attachAfterEvent === true)'
  const slow = read('slow/util.js')
  t.ok(slow.includes(mute) && slow.includes(guard), 'slow has both faults')
  const fixed = slow.replace(mute, '').replace(guard, 'if (afterEventAttached === true)')
  t.equal(fixed, read('fast/util.js'))
  t.strictSame({ ...manifest('slow'), name: 'fast' }, manifest('fast'))
  t.strictSame({ ...manifest('fast'), name: 'optimized' }, manifest('optimized'))
})

t.test('a stage listens on loopback only, and says where', async (t) => {
  for (const stage of STAGES) {
    const { server, printed } = await startStage(t, stage)
    const { address, port } = server.address()
    t.equal(address, '127.0.0.1')
    t.strictSame(printed, [`${stage} listening on http://127.0.0.1:${port}/seed/v1`])
  }
})
