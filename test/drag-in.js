'use strict'

// Prints what a command drags in, which is what somebody has to read who wants to know all of it:
// the files that it requires, also later, and those that it preloads or starts. It fails above the
// limits. Packages do not count.

const fs = require('node:fs')
const path = require('node:path')

const ROOT = path.join(__dirname, '..')
const PROBE = 'scripts/lib/server/probe/probe.js' // in every target
const LIMITS = { // files and kB
  bench: { files: 36, size: 105 },
  compare: { files: 38, size: 110 },
  profile: { files: 43, size: 112 }
}
const NAMED = /require(?:\.resolve)?\('(\.[^']+)'\)|path\.join\(__dirname, '([^']+\.js)'\)/g

function filesOf (command) {
  const files = new Set()
  const queue = [`scripts/${command}.js`, PROBE]
  for (const file of queue) {
    if (files.has(file)) continue
    files.add(file)
    const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
    for (const [, required, started] of source.matchAll(NAMED)) {
      const found = path.join(path.dirname(file), required ?? started)
      if (!found.endsWith('.json')) queue.push(found.replace(/(\.js)?$/, '.js'))
    }
  }
  return Array.from(files)
}

for (const [command, limit] of Object.entries(LIMITS)) {
  const files = filesOf(command)
  const bytes = files.map((file) => fs.statSync(path.join(ROOT, file)).size)
  const size = Math.ceil(bytes.reduce((a, b) => a + b) / 1000)
  const isOver = files.length > limit.files || size > limit.size
  const most = `at most ${limit.files} and ${limit.size}`
  console.log(`${command}: ${files.length} files, ${size} kB (${most})`)
  if (process.argv.includes('--list')) console.log(files.sort().join('\n'))
  if (isOver) process.exitCode = 1
}
