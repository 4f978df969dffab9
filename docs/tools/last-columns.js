'use strict'

// Two tables that people write, and whose last column is filled here: which pages use a source, and
// the limits of the faults that a diagnosis knows.

const path = require('node:path')
const { factText, FAULTS } = require('whyslow/internals')
const { UserError } = require('../../scripts/lib/cli/errors')

const ROW = /^\| (.*) \| .* \|$/gm
const URLS = /\]\((https:[^)]*)\)/g

/**
 * Writes links to the pages that link to a source into its row. A row without any is left as it is.
 * @param {string} text of docs/sources.md
 * @param {Record<string, string>} pages contents by path
 */
function fillUses (text, pages) {
  return fillLastColumn(text, (source) => {
    const urls = Array.from(source.matchAll(URLS), ([, url]) => url)
    const links = []
    for (const [page, content] of Object.entries(pages)) {
      if (urls.some((url) => content.includes(url))) links.push(linkTo(page, content))
    }
    return links.join(', ')
  })
}

function linkTo (page, content) {
  const [, title] = content.match(/^# (.*)/m) ?? []
  return `[${title}](${path.posix.relative('docs', page)})`
}

/**
 * Writes the limits of each fault into its row. Faults of one verdict have rows in their order.
 * @param {string} text of docs/reference.md
 * @throws {UserError} When a fault has no row.
 */
function fillLimits (text) {
  const faults = new Set(FAULTS)
  const filled = fillLastColumn(text, (cells) => {
    const [name] = cells.split(' | ')
    const fault = Array.from(faults).find(({ verdict }) => verdict === name)
    if (!fault) return ''
    faults.delete(fault)
    const limits = Object.entries(fault.limits).map(([fact, limit]) => {
      return `\`${fact}\` ${factText(fact, limit).replace(' ', '\u00a0')}`
    })
    return limits.join('<br>')
  })
  const [missing] = faults
  if (missing) throw new UserError(`docs/reference.md has no row for "${missing.verdict}"`)
  return filled
}

function fillLastColumn (text, cellOf) {
  return text.replace(ROW, (row, cells) => {
    const cell = cellOf(cells)
    return cell ? `| ${cells} | ${cell} |` : row
  })
}

module.exports = { fillLimits, fillUses }
