'use strict'

const fs = require('node:fs')
const path = require('node:path')

// What a diagnosis asks in a process: the modules in the folder `observer`, from `main` on. They
// are sent there as one text, and evaluated. Nothing in them throws into the program. They end by
// themselves when nobody asks any more, and then nothing of them is left.

const FOLDER = path.join(__dirname, 'observer')
// Each observer has modules of its own. None is known to others until it is created, so that a
// cycle overflows the stack at once, and cannot half work.
const LOADER = `(modules) => (requireOfNode) => {
  const created = {}
  function require (name) {
    const create = modules[name]
    if (!create) return requireOfNode(name)
    if (!created[name]) {
      const module = { exports: {} }
      create(module, module.exports, require)
      created[name] = module.exports
    }
    return created[name]
  }
  return require('./main')
}`

const modules = fs.readdirSync(FOLDER).map((file) => {
  const source = fs.readFileSync(path.join(FOLDER, file), 'utf8')
  return `'./${path.basename(file, '.js')}': function (module, exports, require) {${source}\n}`
})

/**
 * An expression: a function that creates an `Observer`. It takes a `require` that gives the modules
 * of Node.js as they were before the program. In the one file, it is a constant.
 */
const code = `(${LOADER})({\n${modules.join(',\n')}\n})`

module.exports = { code }
