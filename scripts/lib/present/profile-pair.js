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
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${pages.map((page) => path.parse(page).name).join(' and ')}</title>
<style>
:root{color-scheme:light dark;font:1rem system-ui,sans-serif}
main{display:flex;flex-wrap:wrap;gap:.5rem}
section{display:flex;flex:1 1 30rem;flex-direction:column;height:calc(100vh - 2rem)}
h2{font-size:1.5rem;margin:0 0 .5rem}iframe{border:1px solid;flex:1}
</style>
<main>${frames}</main>
</html>
`)
}

module.exports = { profilePair }
