'use strict'

// The Makefile runs this: node install.js <level>. It installs the packages of a level and of those
// before it, and keeps a later level that is there.

require('./preconditions')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { isInstalled } = require('./optional-package')

const LEVELS = ['base', 'full', 'dev']
const KINDS = ['dependencies', 'optionalDependencies', 'devDependencies'] // that each level adds
const MARKERS = ['.package-lock.json', 'clinic', 'tap'] // npm writes the first one last
const CONTENTS = [
  'what a load needs',
  'Clinic, speedscope and Vega, which profiles and charts need',
  'what the tests need'
]

process.chdir(path.join(__dirname, '../../..'))
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'))
const markers = MARKERS.map((name) => path.join('node_modules', name))
const highest = markers.findLastIndex((marker) => fs.existsSync(marker))
const level = Math.max(LEVELS.indexOf(process.argv[2]), highest)

// npm ci begins by deleting node_modules; npm install leaves what is there if it fails.
const args = fs.existsSync(markers[0]) ? ['install', '--no-save'] : ['ci']
if (level < 2) args.push('--omit=dev')
if (level < 1) args.push('--omit=optional')
args.push('--loglevel=error')
console.error(`Installing ${CONTENTS[level]}: npm ${args.join(' ')}`)
const shell = process.platform === 'win32'
const { status } = spawnSync('npm', args, { stdio: 'inherit', shell })
if (status !== 0) {
  const advice = 'Check the network and run the command again, or use the offline bundle.'
  console.error(`npm failed. ${advice}`)
  process.exit(1)
}

// npm leaves out an optional package that fails, and says nothing. The marker of a level without it
// becomes older than package.json, so that make installs it again.
/** @type {string[]} */
const missing = []
for (const [i, marker] of markers.slice(0, level + 1).entries()) {
  missing.push(...Object.keys(manifest[KINDS[i]]).filter((name) => !isInstalled(name)))
  const time = missing.length ? new Date(0) : new Date()
  if (fs.existsSync(marker)) fs.utimesSync(marker, time, time)
}
if (missing.length) {
  const advice = 'Check the network and run the command again.'
  console.error(`npm left out ${missing.join(', ')} without an error. ${advice}`)
  process.exit(1)
}
