'use strict'

const path = require('node:path')
const { html } = require('./html')

/** @type {(pages: string[], folder: string) => string} HTML for a page in that folder with two profiles side by side */
function profilePair (pages, folder) {
  const frames = pages.map((page) => {
    const { name } = path.parse(page)
    const address = path.relative(folder, page).split(path.sep).map(encodeURIComponent).join('/')
    return html`<section>
<h2><a href="${address}">${name}</a></h2>
<iframe src="${address}" title="${name}"></iframe>
</section>`
  })
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${pages.map((page) => path.parse(page).name).join(' and ')}</title>
<style>
main{display:flex;gap:.5rem;font:1rem system-ui,sans-serif}
section{display:flex;flex:1;flex-direction:column;height:95vh}
iframe{border:1px solid;flex:1}
</style>
<main>${frames}</main>
</html>
`)
}

module.exports = { profilePair }
