'use strict'

// Servers of a reader's own, in a folder outside the repository.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { listProcesses } = require('./processes')

const LISTEN = '.listen(process.env.PORT ?? 3000)'
const HTTP = `require('node:http').createServer((req, res) => res.end('ok'))${LISTEN}`

/** Makes a folder of these files, contents by path, which is removed with the test. */
function ownFolder (t, files, name = 'shop') {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'reader-')))
  t.teardown(() => fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))
  const folder = path.join(parent, name)
  fs.mkdirSync(folder)
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), content)
  }
  return folder
}

/** A target whose server is made of this code, in a folder of its own. */
function codeTarget (t, code, name = 'index.js') {
  return { name: 'it', file: path.join(ownFolder(t, { [name]: code }), name), warmup: 0 }
}

/** A target whose server runs this handler. */
function handlerTarget (t, handler) {
  return codeTarget(t, `require('node:http').createServer(${handler}).listen(0, '127.0.0.1')`)
}

/** All files below a folder but packages, sorted. */
function filesOf (folder) {
  const files = fs.readdirSync(folder, { recursive: true })
  return files.filter((file) => !file.includes('node_modules')).sort()
}

/** The command lines that name a folder or run in it (Linux). */
function processesIn (folder) {
  const others = listProcesses().filter(({ pid }) => pid !== process.pid)
  const inFolder = others.filter(({ line, cwd }) => line.includes(folder) || cwd.startsWith(folder))
  return inFolder.map(({ line }) => line)
}

module.exports = { codeTarget, filesOf, handlerTarget, ownFolder, processesIn, HTTP, LISTEN }
