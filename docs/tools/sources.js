'use strict'

// Which pages use a source: the second column of the tables in docs/sources.md.

const path = require('node:path')

const ROW = /^\| (.*) \| .* \|$/gm
const URLS = /\]\((https:[^)]*)\)/g

/**
 * Writes links to the pages that link to a source into its row. A row without any is left as it is.
 * @param {string} text of docs/sources.md
 * @param {Record<string, string>} pages contents by path
 */
function fillUses (text, pages) {
  return text.replace(ROW, (row, source) => {
    const urls = Array.from(source.matchAll(URLS), ([, url]) => url)
    const links = []
    for (const [page, content] of Object.entries(pages)) {
      if (urls.some((url) => content.includes(url))) links.push(linkTo(page, content))
    }
    return links.length ? `| ${source} | ${links.join(', ')} |` : row
  })
}

function linkTo (page, content) {
  const [, title] = content.match(/^# (.*)/m) ?? []
  return `[${title}](${path.posix.relative('docs', page)})`
}

module.exports = { fillUses }
