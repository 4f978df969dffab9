'use strict'

/** @import { Profiler, Runtime } from 'node:inspector' */
/** @import { FlameNode } from './types' */

const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { ROOT } = require('../cli/project')
const { PROBE_FOLDER } = require('../server/server')

const LEAST = 0.002 // of the CPU time: narrower blocks cannot be seen

/**
 * Makes the tree of a flame graph from a CPU profile, in which each node has its callers above it.
 * @param {Profiler.Profile} profile
 * @returns {FlameNode} its root
 */
function flameTree ({ nodes, samples = [], timeDeltas = [] }) {
  const blocks = new Map()
  for (const { id, callFrame } of nodes) blocks.set(id, createBlock(callFrame))
  for (const [i, id] of samples.entries()) blocks.get(id).self += Math.max(0, timeDeltas[i])
  const [root] = nodes
  // V8 lists callers first: from the end on, the values of all callees are known.
  for (const { id, children = [] } of nodes.toReversed()) {
    const block = blocks.get(id)
    block.children = children.map((child) => blocks.get(child)).filter(isShown)
    block.value = block.self
    for (const { value } of block.children) block.value += value
  }
  const all = blocks.get(root.id)
  dropNarrow(all, all.value * LEAST)
  return { ...all, name: 'all' }
}

/** @param {Runtime.CallFrame} callFrame */
function createBlock ({ functionName, url, lineNumber }) {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url
  const [, name] = file.match(/.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/) ?? []
  const isOwn = path.isAbsolute(file) && !name
  let owner = isOwn ? 'own' : 'node'
  if (name) owner = 'package'
  const place = isOwn ? `${path.relative(ROOT, file)}:${lineNumber + 1}` : name ?? file
  return {
    name: `${functionName || '(anonymous)'} ${place}`.trim(),
    owner,
    isProbe: file.startsWith(PROBE_FOLDER),
    self: 0,
    value: 0,
    children: []
  }
}

/** @param {ReturnType<typeof createBlock>} block */
function isShown ({ name, isProbe }) {
  return !isProbe && name !== '(idle)'
}

/** @param {FlameNode} block @param {number} least */
function dropNarrow (block, least) {
  block.children = block.children.filter(({ value }) => value >= least)
  for (const child of block.children) dropNarrow(child, least)
}

module.exports = { flameTree }
