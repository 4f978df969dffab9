'use strict'

// Servers of a reader's own: in a folder outside the repository.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

// The code of a small server.
const LISTEN = '.listen(process.env.PORT ?? 3000)'
const HTTP = `require('node:http').createServer((req, res) => res.end('ok'))${LISTEN}`

/**
 * @param {import('tap').Test} t removes the folder with the test
 * @param {Record<string, string>} files contents by path
 * @param {string} [name] of the folder
 * @returns {string} the folder
 */
function ownFolder (t, files, name = 'shop') {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'reader-')))
  t.teardown(() => fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))
  const folder = path.join(parent, name)
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), content)
  }
  return folder
}

/** @type {(folder: string) => string[]} all files below it but packages, sorted */
const filesOf = (folder) =>
  fs.readdirSync(folder, { recursive: true }).filter((file) => !file.includes('node_modules')).sort()

/** @type {(folder: string) => string[]} command lines of the processes that name it or work in it */
function processesIn (folder) {
  if (process.platform !== 'linux') return []
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.flatMap((pid) => {
    try {
      const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const isOfFolder = words.includes(folder) || fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      return words && isOfFolder ? [words] : [] // a process that is ending has no words
    } catch {
      return [] // it has ended
    }
  })
}

module.exports = { filesOf, ownFolder, processesIn, HTTP, LISTEN }
