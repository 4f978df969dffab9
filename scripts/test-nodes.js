'use strict'

// make test-nodes NODES="20 22 24 26": the whole test suite under each version of Node.js.

require('./lib/node-version')
const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { command } = require('./lib/command')
const { ROOT } = require('./lib/contenders')
const { UserError } = require('./lib/errors')
const { fetchNode } = require('./lib/nodes')
const { painter } = require('./lib/terminal')

command({
  usage: 'test-nodes.js [test file…]',
  summary: 'Runs the tests, all or those named, under several versions of Node.js.',
  flags: {
    nodes: { type: 'string', default: '20 22 24 26', help: 'the versions' }
  }
}, async ({ values, operands, signal }) => {
  const paint = painter(process.stdout)
  const red = []
  for (const wanted of values.nodes.split(/[\s,]+/).filter(Boolean)) {
    const { version, file } = await fetchNode(wanted, signal)
    console.log(paint('bold', `Node.js ${version}`))
    const child = spawn(file, ['node_modules/.bin/tap', ...operands], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${path.dirname(file)}${path.delimiter}${process.env.PATH}` },
      signal
    })
    const [code] = await once(child, 'close').catch(() => { throw signal.reason })
    if (code !== 0) red.push(version)
  }
  if (red.length) throw new UserError(`red under Node.js ${red.join(', ')}`)
  console.log('\ngreen under all')
})
