'use strict'

const t = require('tap')
const { listFiles, readText } = require('../helpers/project')

const OURS = /^(scripts\/lib|docs\/tools)\//
const EXPORTS = /^module\.exports = \{([^}]*)\}|^export (?:async )?\w+ (\w+)/gm

function exportedNames (text) {
  const names = []
  for (const [, list = '', name = ''] of text.matchAll(EXPORTS)) {
    names.push(name, ...list.split(/[,\n]/).map((part) => part.trim()))
  }
  return names.filter((name) => /^\w+$/.test(name))
}

t.test('what a module exports is named in another file', async (t) => {
  const words = new Map()
  for (const file of listFiles('*.js')) {
    words.set(file, new Set(readText(file).match(/\w+/g)))
  }
  const unused = []
  for (const file of [...words.keys()].filter((file) => OURS.test(file))) {
    const others = [...words].filter(([other]) => other !== file)
    for (const name of exportedNames(readText(file))) {
      if (!others.some(([, used]) => used.has(name))) unused.push(`${file}: ${name}`)
    }
  }
  t.strictSame(unused, [])
})
