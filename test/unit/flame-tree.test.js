'use strict'

const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { flameTree } = require('../../scripts/lib/live/flame-tree')
const { PROBE_FOLDER } = require('../../scripts/lib/server/server')
const { ROOT } = require('../helpers/project')

const fileUrl = (...names) => pathToFileURL(path.join(ROOT, ...names)).href

function node (id, functionName, url, children = [], lineNumber = 6) {
  return { id, callFrame: { functionName, url, lineNumber }, children }
}

t.test('the tree of a CPU profile has owners, times with callees, and no idle time', async (t) => {
  const nodes = [
    node(1, '(root)', '', [2, 3, 7, 8]),
    node(2, '(idle)', ''),
    node(3, '', fileUrl('slow/util.js'), [4, 5, 6]),
    node(4, 'emit', 'node:events'),
    node(5, 'send', path.join(ROOT, 'node_modules/@scope/name/lib/a.js')),
    node(6, 'rare', 'node:net'),
    node(7, '(garbage collector)', ''),
    node(8, 'report', path.join(PROBE_FOLDER, 'probe.js'))
  ]
  const samples = [2, 3, 4, 4, 5, 6, 7, 8]
  const timeDeltas = [900, 100, 200, 100, 300, 1, 299, 50]
  const tree = flameTree({ nodes, samples, timeDeltas })
  t.equal(tree.value, 1000)
  const read = ({ name, owner, self, value, children }) =>
    [name, owner, self, value, children.map(read)]
  t.strictSame(tree.children.map(read), [
    ['(anonymous) slow/util.js:7', 'own', 100, 701, [
      ['emit node:events', 'node', 300, 300, []],
      ['send @scope/name', 'package', 300, 300, []]
    ]],
    ['(garbage collector)', 'node', 299, 299, []]
  ])
})
