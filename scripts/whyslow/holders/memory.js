'use strict'

/**
 * Reads how many bytes a process may still take: what the machine and its control groups have left
 * (https://docs.kernel.org/admin-guide/cgroup-v2.html). It is also sent to a process as text, so it
 * needs nothing from outside of this function.
 * @param {NodeJS.Require} require
 * @param {string} [proc] the folder that describes all processes; a test has its own
 * @param {string} [groups] the folder of the control groups
 * @returns {number}
 */
function readMemoryLeft (require, proc = '/proc', groups = '/sys/fs/cgroup') {
  const { readFileSync } = require('node:fs')
  const { freemem } = require('node:os')
  const { dirname } = require('node:path')

  function read (file) {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return '' // not on Linux, or it has no limit
    }
  }

  // The kernel may forget files that were read.
  function leftIn (folder, most, current) {
    const limit = Number(read(`${folder}/${most}`)) || Infinity
    const [, cached = 0] = read(`${folder}/memory.stat`).match(/^inactive_file (\d+)$/m) ?? []
    return limit - Number(read(`${folder}/${current}`)) + Number(cached)
  }

  let left = freemem()
  const rows = read(`${proc}/self/cgroup`).matchAll(/^\d+:(|[^:]*\bmemory\b[^:]*):(\/.*)$/gm)
  for (const [, isFirstVersion, path] of rows) {
    for (let group = path; ; group = dirname(group)) {
      left = Math.min(left, isFirstVersion
        ? leftIn(`${groups}/memory${group}`, 'memory.limit_in_bytes', 'memory.usage_in_bytes')
        : leftIn(groups + group, 'memory.max', 'memory.current'))
      if (group === '/') break
    }
  }
  return Math.max(0, left)
}

module.exports = { readMemoryLeft }
