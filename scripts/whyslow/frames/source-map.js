'use strict'

const fs = require('node:fs')
const { SourceMap } = require('node:module')
const { fileURLToPath, pathToFileURL } = require('node:url')

const COMMENT = /^\/\/# sourceMappingURL=(\S+)\s*$/gm
const INLINE_MAP = /^data:application\/json[^,]*;base64,(.+)$/

const maps = new Map() // by the transpiled file; null if it has none

/**
 * Maps a location in transpiled code to the source that the reader wrote.
 * @param {string} url or path
 * @param {number} line counted from 1
 * @param {number} column counted from 0
 * @param {string} [name] of the function whose parameters begin there, which may be minified
 * @returns {{file: string, line: number, name: string}} the same if the file has no source map
 */
function originalLocation (url, line, column, name = '') {
  const file = toPath(url)
  if (!maps.has(file)) addSourceMap(file)
  const { map, base } = maps.get(file) ?? {}
  const entry = map?.findEntry(line - 1, column)
  if (!entry?.originalSource) return { file, line, name }
  const source = new URL(entry.originalSource, base)
  // A bundler's scheme names no file.
  if (source.protocol !== 'file:') return { file, line, name }
  const isNamed = entry.name && entry.generatedColumn === column - name.length
  return {
    file: fileURLToPath(source),
    line: entry.originalLine + 1,
    name: isNamed ? entry.name : name
  }
}

/**
 * Notes the source map of a script.
 * @param {string} url or path
 * @param {string} [mapUrl] the default is in the file's last comment
 */
function addSourceMap (url, mapUrl) {
  const file = toPath(url)
  try {
    const code = pathToFileURL(file)
    mapUrl ??= readMapUrl(file)
    const inline = mapUrl.match(INLINE_MAP)?.[1]
    const base = inline ? code : new URL(mapUrl, code)
    const json = inline ? Buffer.from(inline, 'base64') : fs.readFileSync(base)
    maps.set(file, { map: new SourceMap(JSON.parse(String(json))), base })
  } catch {
    // It is missing or broken: the transpiled location is better than none.
    maps.set(file, null)
  }
}

/** @param {string} file */
function readMapUrl (file) {
  const comments = fs.readFileSync(file, 'utf8').matchAll(COMMENT)
  return [...comments].at(-1)?.[1] ?? ''
}

/** @param {string} url or path */
function toPath (url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url
}

module.exports = { addSourceMap, originalLocation, toPath }
