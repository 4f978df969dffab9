'use strict'

// Prints what a command drags in, which is what somebody has to read who wants to know all of it:
// the files that it requires, also later, and those that it preloads or starts. It fails above the
// limits. Packages do not count.

const fs = require('node:fs')
const path = require('node:path')

const ROOT = path.join(__dirname, '..')
const PROBES = 'scripts/lib/server/probe'
const LIMITS = { // files and kB: 5 % more than there was, for repairs
  bench: { files: 28, size: 88 },
  compare: { files: 34, size: 105 },
  diagnose: { files: 33, size: 106 },
  growth: { files: 28, size: 83 },
  live: { files: 36, size: 103 },
  profile: { files: 43, size: 119 }
}
const REQUIRED = /require(?:\.resolve)?\('(\.[^']+)'\)/g
const STARTED = /path\.join\(__dirname, '([^']+\.js)'\)/g
const PRELOADED = /preload\('([^']+)'\)/g

function filesNamedIn (file) {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const files = []
  for (const pattern of [REQUIRED, STARTED]) {
    for (const [, name] of source.matchAll(pattern)) files.push(path.join(path.dirname(file), name))
  }
  for (const [, name] of source.matchAll(PRELOADED)) files.push(path.join(PROBES, name))
  const scripts = files.filter((name) => !name.endsWith('.json'))
  return scripts.map((name) => name.replace(/(\.js)?$/, '.js'))
}

function filesOf (command) {
  const files = new Set([`scripts/${command}.js`, `${PROBES}/probe.js`])
  for (const file of files) { // also those that are added meanwhile
    for (const named of filesNamedIn(file)) files.add(named)
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
