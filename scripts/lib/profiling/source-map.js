'use strict'

const fs = require('node:fs')
const { SourceMap } = require('node:module')
const path = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')

const COMMENT = /^\/\/# sourceMappingURL=(\S+)\s*$/gm
const INLINE_MAP = /^data:application\/json[^,]*;base64,(.+)$/

/** @type {Map<string, ReturnType<typeof readSourceMap>>} */
const maps = new Map()

/**
 * Maps a location in transpiled code to the source that the reader wrote.
 * @param {string} file
 * @param {number} line counted from 1
 * @param {number} column counted from 0
 * @returns {{file: string, line: number}} the same location if the file has no source map
 */
function originalLocation (file, line, column) {
  if (!maps.has(file)) maps.set(file, readSourceMap(file))
  const sourceMap = maps.get(file)
  const entry = /** @type {any} */ (sourceMap?.map.findEntry(line - 1, column))
  if (!sourceMap || !entry.originalSource) return { file, line }
  const source = new URL(entry.originalSource, sourceMap.base)
  if (source.protocol !== 'file:') return { file, line } // a bundler's scheme names no file
  return { file: fileURLToPath(source), line: entry.originalLine + 1 }
}

/**
 * Notes the source map of a script that a loader transpiled in memory.
 * @param {string} file
 * @param {string} url of the map
 */
function addSourceMap (file, url) {
  maps.set(file, readSourceMap(file, url))
}

/**
 * @param {string} file
 * @param {string} [url] of its map; the default is in the file's last comment
 * @returns {{map: SourceMap, base: URL}|null} sources are relative to `base`
 */
function readSourceMap (file, url) {
  if (!path.isAbsolute(file)) return null
  try {
    url ??= [...fs.readFileSync(file, 'utf8').matchAll(COMMENT)].at(-1)?.[1]
    if (!url) return null
    const data = url.match(INLINE_MAP)?.[1]
    const code = pathToFileURL(file)
    const location = data ? code : new URL(url, code)
    const json = data ? Buffer.from(data, 'base64') : fs.readFileSync(location)
    const map = JSON.parse(String(json))
    const root = map.sourceRoot ? `${map.sourceRoot}/` : '' // which SourceMap ignores
    return { map: new SourceMap(map), base: new URL(root, location) }
  } catch {
    return null // the map is missing or broken: the transpiled location is better than none
  }
}

module.exports = { addSourceMap, originalLocation }
