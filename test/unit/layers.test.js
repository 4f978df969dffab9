'use strict'

// A module in scripts/ requires files of its own folder and of lower layers only.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../helpers/project')

const LAYERS = [
  ['base'],
  ['system', 'statistics'],
  ['measure'],
  ['profiling', 'experiments'],
  ['diagnosis'],
  ['present'],
  ['live', 'workshop'],
  ['docs'],
  ['commands']
]
const rankOf = (folder) => LAYERS.findIndex((folders) => folders.includes(folder))

/** The layer of a file: `base` for scripts/lib/base/errors.js; none outside of scripts/. */
function layerOf (file) {
  const [top, lib, folder] = path.relative(ROOT, file).split(path.sep)
  if (top !== 'scripts') return undefined
  return lib === 'lib' ? folder : 'commands'
}

t.test('each module requires only what its layer may know', async (t) => {
  const wrong = []
  for (const name of fs.readdirSync(path.join(ROOT, 'scripts'), { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const file = path.join(ROOT, 'scripts', name)
    const layer = layerOf(file)
    if (layer !== 'preload' && rankOf(layer) < 0) wrong.push(`${name} is in no layer`)
    const code = fs.readFileSync(file, 'utf8')
    for (const [, module] of code.matchAll(/\brequire\('(\.[^']*)'\)/g)) {
      const required = path.resolve(path.dirname(file), module)
      const below = layerOf(required)
      const isLower = rankOf(below) >= 0 && rankOf(below) < rankOf(layer)
      const isManifest = required === path.join(ROOT, 'package.json')
      if (below !== layer && !isLower && !isManifest) wrong.push(`${name} requires ${module}`)
    }
  }
  t.strictSame(wrong, [])
})
