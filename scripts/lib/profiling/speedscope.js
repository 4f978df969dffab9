'use strict'

// Pages that show a CPU profile in speedscope, in its left-heavy view: equal stacks are one block.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { ensureInstalled } = require('../system/npm')

/** @returns {string} the folder of speedscope's index.html @throws When it is not installed. */
function speedscopeFolder () {
  ensureInstalled('speedscope')
  return path.join(path.dirname(require.resolve('speedscope/package.json')), 'dist/release')
}

/** @param {string} title @param {string} address an expression in JavaScript */
function redirectPage (title, address) {
  return `<!doctype html>
<meta charset="utf-8">
<title>${title}</title>
<script>
  location.replace(${address})
</script>
`
}

/**
 * Writes a page that opens from disk, and the script with the profile that it loads, as the command
 * speedscope does.
 * @param {string} file a .cpuprofile
 * @param {string} folder
 * @param {string} name of the new files, without extension
 * @returns {{'.js': string, '.html': string}} the new files by their extensions
 */
function writeSpeedscopePage (file, folder, name) {
  const profile = fs.readFileSync(file).toString('base64')
  const script = path.join(folder, `${name}.js`)
  const page = path.join(folder, `${name}.html`)
  const viewer = pathToFileURL(path.join(speedscopeFolder(), 'index.html'))
  const address = `'${viewer}#view=left-heavy&localProfilePath=' + ` +
    `new URL('${name}.js', location).pathname`
  const title = JSON.stringify(`${name}.cpuprofile`)
  fs.writeFileSync(script, `speedscope.loadFileFromBase64(${title}, '${profile}')\n`)
  fs.writeFileSync(page, redirectPage(name, address))
  return { '.js': script, '.html': page }
}

/**
 * Makes a page for a website.
 * @param {string} name of a .cpuprofile that lies beside the page
 * @param {string} viewer URL of speedscope's page
 * @returns {string} HTML
 */
function speedscopePage (name, viewer) {
  const profile = `encodeURIComponent(new URL('${name}.cpuprofile', location))`
  return redirectPage(name, `'${viewer}#view=left-heavy&profileURL=' + ${profile}`)
}

module.exports = { speedscopeFolder, speedscopePage, writeSpeedscopePage }
