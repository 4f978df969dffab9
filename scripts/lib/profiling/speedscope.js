'use strict'

// Pages that show a CPU profile in speedscope, in its left-heavy view: equal stacks are one block.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { ensureInstalled } = require('../base/optional-package')

/**
 * Finds speedscope's page.
 * @returns {string} The folder with its index.html.
 * @throws {import('../base/errors').UserError} When speedscope is not installed.
 */
function speedscopeFolder () {
  ensureInstalled('speedscope')
  return path.join(path.dirname(require.resolve('speedscope/package.json')), 'dist/release')
}

/** @type {(name: string, address: string) => string} HTML; address: an expression in JavaScript */
const redirect = (name, address) => `<!doctype html>
<meta charset="utf-8">
<title>${name}</title>
<script>
  location.replace(${address})
</script>
`

/**
 * Writes a page that opens from disk, and the script with the profile that it loads, as speedscope's own command does.
 * @type {(file: string, folder: string, name: string) => Record<string, string>} file: a .cpuprofile. The files that
 *   were written, by their extensions
 */
function writeSpeedscopePage (file, folder, name) {
  const profile = fs.readFileSync(file).toString('base64')
  const [script, page] = ['js', 'html'].map((extension) => path.join(folder, `${name}.${extension}`))
  fs.writeFileSync(script, `speedscope.loadFileFromBase64(${JSON.stringify(`${name}.cpuprofile`)}, '${profile}')\n`)
  const viewer = `${pathToFileURL(path.join(speedscopeFolder(), 'index.html'))}#view=left-heavy&localProfilePath=`
  fs.writeFileSync(page, redirect(name, `'${viewer}' + new URL('${name}.js', location).pathname`))
  return { '.js': script, '.html': page }
}

/** @type {(name: string, viewer: string) => string} HTML for a website. It lies beside the profile; viewer: its URL */
const speedscopePage = (name, viewer) => redirect(name,
  `'${viewer}#view=left-heavy&profileURL=' + encodeURIComponent(new URL('${name}.cpuprofile', location))`)

module.exports = { speedscopeFolder, speedscopePage, writeSpeedscopePage }
