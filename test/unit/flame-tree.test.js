'use strict'

// The flame graph of the live page, of a profile that is made up.

const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { flameTree } = require('../../scripts/lib/profile/flame-tree')
const { PROBE_FOLDER } = require('../../scripts/lib/server/server')
const { ROOT } = require('../helpers/project')

const urlOf = (...names) => String(pathToFileURL(path.join(ROOT, ...names)))

/** The blocks below one another: names, owners and values. */
function describe ({ name, owner, value, children }) {
  return [name, owner, value, ...children.map(describe)]
}

t.test('code has its place; idle time, the probe and narrow blocks are not shown', async (t) => {
  const nodeOf = (id, functionName, url = '', children = []) =>
    ({ id, callFrame: { functionName, url, lineNumber: 6 }, children })
  const nodes = [
    nodeOf(1, '(root)', '', [2, 3, 4]),
    nodeOf(2, '(idle)'),
    nodeOf(3, 'sample', pathToFileURL(path.join(PROBE_FOLDER, 'live.js')).href),
    nodeOf(4, '', urlOf('slow/index.js'), [5, 6, 7]),
    nodeOf(5, 'parse', urlOf('node_modules', '@a', 'b', 'index.js')),
    nodeOf(6, 'emit', 'node:events'),
    nodeOf(7, 'rare', urlOf('slow/util.js'))
  ]
  const samples = [2, 3, 4, 5, 6, 7]
  const timeDeltas = [9000, 500, 400, 300, 299, 1]
  t.strictSame(describe(flameTree({ nodes, samples, timeDeltas })), ['all', 'node', 1000,
    [`(anonymous) ${path.join('slow', 'index.js')}:7`, 'own', 1000,
      ['parse @a/b', 'package', 300],
      ['emit node:events', 'node', 299]
    ]
  ])
})
