'use strict'

// Golden files: outputs that were read once and found right. UPDATE_GOLDEN=1 rewrites them: read the diff.

const fs = require('node:fs')
const path = require('node:path')

const WIDTH = 160 // characters of a JSON value that stays on one line

/** @param {import('tap').Test} t @param {string} file path @param {string} text what it must hold */
function matchGolden (t, file, text) {
  if (process.env.UPDATE_GOLDEN) fs.writeFileSync(file, `${text}\n`)
  t.equal(`${text}\n`, fs.readFileSync(file, 'utf8'), path.basename(file))
}

/** @type {(texts: Record<string, string>) => string} each text under its name */
const formatSections = (texts) =>
  Object.entries(texts).map(([name, text]) => `=== ${name}\n${text}`).join('\n\n')

/** @type {(value: unknown, indent?: string) => string} JSON, on one line where it fits */
function formatJson (value, indent = '') {
  const line = JSON.stringify(value, plainNumbers)
  if (value === null || typeof value !== 'object' || line.length <= WIDTH - indent.length) return line
  const inner = `${indent}  `
  const parts = Object.entries(value).filter(([, part]) => part !== undefined).map(([key, part]) =>
    `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${formatJson(part, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

/** Another version of V8 may compute another last digit; JSON has no NaN and no Infinity, so they become texts. */
const plainNumbers = (key, value) =>
  typeof value !== 'number' ? value : Number.isFinite(value) ? Number(value.toPrecision(10)) : String(value)

module.exports = { formatJson, formatSections, matchGolden }
