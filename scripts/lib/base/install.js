'use strict'

// The Makefile runs this: node install.js <level>. It installs the packages of a level and of those
// below, and keeps a higher level that is there.

require('./node-version')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { LEVELS, missingPackages } = require('./package-levels')

const [wanted] = process.argv.slice(2)
const names = Object.keys(LEVELS)
const isThere = (/** @type {string} */ name) => fs.existsSync(LEVELS[name].marker)

process.chdir(path.join(__dirname, '../../..'))
// npm ci begins by deleting node_modules; npm install leaves what is there if it fails.
const npm = isThere('base') ? ['install', '--no-save'] : ['ci']
const level = names.findLast((name) => name === wanted || isThere(name)) ?? wanted
const { contents, omit } = LEVELS[level]
const args = [...npm, ...omit.map((kind) => `--omit=${kind}`), '--loglevel=error']

console.error(`Installing ${contents}: npm ${args.join(' ')}`)
const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
if (status !== 0) {
  console.error('npm failed. Check the network and run the command again, or use the offline bundle.')
  process.exit(1)
}

// The marker of a complete level is newer than the manifests. One with a package missing is old, so
// that make installs it again.
for (const name of names.filter(isThere)) {
  const time = missingPackages(name).length ? new Date(0) : new Date()
  fs.utimesSync(LEVELS[name].marker, time, time)
}
const missing = missingPackages(level)
if (missing.length) {
  console.error(`npm left out ${missing.join(', ')} without an error. ` +
    'Check the network and run the command again.')
  process.exit(1)
}
