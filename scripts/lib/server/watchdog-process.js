'use strict'

// The watchdog outlives the harness just long enough to end what it has started, even after a
// SIGKILL, which a blocked server cannot notice. A line of its input is JSON: {"add": subject} for
// what is to end with the harness, {"remove": subject} for what has ended.

const fs = require('node:fs')
const { text } = require('node:stream/consumers')
const { killGroup } = require('./process')
const { REMOVE } = require('./watchdog')

const DELAY = 100 // ms for killed processes to close their files

async function main () {
  const lines = (await text(process.stdin)).split('\n')
  lines.pop() // nothing, or half a line
  const subjects = new Set() // as JSON
  for (const line of lines) {
    const { add, remove } = JSON.parse(line)
    if (add) subjects.add(JSON.stringify(add))
    else subjects.delete(JSON.stringify(remove))
  }
  for (const subject of subjects) end(JSON.parse(subject))
}

function end ({ group, folder }) {
  if (group) killGroup(group, 'SIGKILL')
  if (folder) setTimeout(fs.rmSync, DELAY, folder, REMOVE)
}

main()
