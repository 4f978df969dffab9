'use strict'

// Maps a place in transpiled code to the source that the reader wrote.

const fs = require('node:fs')
const { SourceMap } = require('node:module')
const path = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')

/** @type {Map<string, SourceMap|null>} */
const maps = new Map()

/**
 * @type {(file: string, line: number, column: number) => {file: string, line: number}} lines count from 1, columns from
 *   0; the same place if the file has no source map
 */
function originalPlace (file, line, column) {
  if (!maps.has(file)) maps.set(file, readSourceMap(file))
  const entry = /** @type {any} */ (maps.get(file)?.findEntry(line - 1, column))
  if (!entry?.originalSource) return { file, line }
  const { href } = new URL(entry.originalSource, pathToFileURL(file))
  return { file: href.startsWith('file:') ? fileURLToPath(href) : file, line: entry.originalLine + 1 }
}

/** @param {string} file @returns {SourceMap|null} */
function readSourceMap (file) {
  if (!path.isAbsolute(file)) return null
  try {
    const url = fs.readFileSync(file, 'utf8').match(/^\/\/# sourceMappingURL=(\S+)\s*$/m)?.[1]
    if (!url) return null
    const [, data] = url.match(/^data:application\/json[^,]*;base64,(.+)$/) ?? []
    const json = data ? Buffer.from(data, 'base64') : fs.readFileSync(path.resolve(path.dirname(file), url))
    return new SourceMap(JSON.parse(json.toString()))
  } catch {
    return null // the map is missing or broken: the transpiled place is better than none
  }
}

module.exports = { originalPlace }
