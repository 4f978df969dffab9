'use strict'

const fs = require('node:fs')

/** @returns {number} µs that all threads of a process have run (Linux) */
function readCpuTime (pid) {
  let time = 0
  for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
    const [ns] = fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    time += Number(ns) / 1000
  }
  return time
}

module.exports = { readCpuTime }
