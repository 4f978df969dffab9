'use strict'

// Required first by every command: on a Node.js too old for the rest, says so in one line.
// The syntax here is one that any Node.js reads.

const wanted = require('../../../package.json').engines.node.replace('>=', '')

function older (a, b) {
  for (let i = 0; i < b.length; i++) {
    const difference = (a[i] || 0) - b[i]
    if (difference !== 0) return difference < 0
  }
  return false
}

if (older(process.versions.node.split('.').map(Number), wanted.split('.').map(Number))) {
  console.error(`Node.js ${process.versions.node} is too old: install ${wanted} or newer, best the LTS from https://nodejs.org`)
  process.exit(1)
}
