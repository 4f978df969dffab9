'use strict'

// Where labs get their figures from: the result of a load, or a script that measures itself.

const path = require('node:path')
const { runProcess } = require('../../scripts/lib/server/run-process')

exports.cpu = {
  name: 'cpu',
  label: 'CPU time per request',
  unit: 'µs',
  compared: true,
  read: ({ cpuPerRequest }) => cpuPerRequest
}
exports.rate = {
  name: 'rate',
  label: 'Req/Sec',
  limitedBy: 'generatorBound',
  read: ({ requests }) => requests.average
}
exports.p99 = { name: 'p99', label: 'p99', unit: 'ms', read: ({ latency }) => latency.p99 }

exports.needsMoreCpu = (a, b, claim, above = 1) => ({ claim, ratio: [a, b, 'cpu'], above })

/** `measure` of a part whose targets are scripts that print their figures as JSON. */
exports.runScript = async function ({ file, node, flags = [], env }, load, { signal }) {
  const options = { cwd: path.dirname(file), env: { ...process.env, ...env }, signal }
  const { stdout } = await runProcess([node ?? process.execPath, ...flags, file], options)
  return JSON.parse(stdout)
}
