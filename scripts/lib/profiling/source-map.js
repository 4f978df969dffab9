'use strict'

// Maps a location in transpiled code to the source that the reader wrote.

const fs = require('node:fs')
const { SourceMap } = require('node:module')
const path = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')

/** @type {Map<string, ReturnType<typeof readSourceMap>>} */
const maps = new Map()

/**
 * @type {(file: string, line: number, column: number) => {file: string, line: number}} lines count from 1, columns from
 *   0; the same location if the file has no source map
 */
function originalLocation (file, line, column) {
  if (!maps.has(file)) maps.set(file, readSourceMap(file))
  const { map, base } = maps.get(file) ?? {}
  const entry = /** @type {any} */ (map?.findEntry(line - 1, column))
  const source = entry?.originalSource && new URL(entry.originalSource, base)
  if (source?.protocol !== 'file:') return { file, line } // a bundler's own scheme names no file
  return { file: fileURLToPath(source), line: entry.originalLine + 1 }
}

/** @param {string} file @returns {{map: SourceMap, base: URL}|null} `base`: to which its sources are relative */
function readSourceMap (file) {
  if (!path.isAbsolute(file)) return null
  try {
    const comments = [...fs.readFileSync(file, 'utf8').matchAll(/^\/\/# sourceMappingURL=(\S+)\s*$/gm)]
    const url = comments.at(-1)?.[1]
    if (!url) return null
    const [, data] = url.match(/^data:application\/json[^,]*;base64,(.+)$/) ?? []
    const location = data ? pathToFileURL(file) : new URL(url, pathToFileURL(file))
    const map = JSON.parse(String(data ? Buffer.from(data, 'base64') : fs.readFileSync(location)))
    const root = map.sourceRoot ? `${map.sourceRoot}/` : '' // which SourceMap ignores
    return { map: new SourceMap(map), base: new URL(root, location) }
  } catch {
    return null // the map is missing or broken: the transpiled location is better than none
  }
}

module.exports = { originalLocation }
