'use strict'

// Draws arrows and words over a page of Clinic Flame. The page draws its blocks on a canvas. Only the selected block,
// the hottest at first, has an element: its place can be asked for.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{x: number, y: number, width: number, height: number}} Box px */

/** @param {Page} page @returns {Promise<void>} */
async function drawFlameNotes (page) {
  const [block, graph] = await Promise.all(['.highlighter-box', '#flame-main'].map((selector) =>
    page.locator(selector).boundingBox()))
  if (!block || !graph) throw new Error('Clinic Flame shows no selected block')
  await page.evaluate((svg) => document.body.insertAdjacentHTML('beforeend', svg), flameNotes(block, graph.y))
}

/** @type {(block: Box, top: number) => string} SVG that covers the page; the words stand below `top` */
function flameNotes ({ x, y, width, height }, top) {
  const [ink, paper] = ['#ffd166', '#1b1e27'] // Clinic's pages are dark
  const [first, second, third] = [40, 80, 130].map((below) => top + below)
  const right = x + width
  const middle = x + width / 2
  return `<svg style="position:fixed;inset:0;width:100%;height:100%;z-index:99;pointer-events:none">
<marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse"
  orient="auto-start-reverse"><path d="M0 0L10 5L0 10Z" fill="${ink}"/></marker>
<g fill="none" stroke="${ink}" stroke-width="3">
<path d="M${x + 20} ${first + 8}V${y - 10}" marker-end="url(#tip)"/>
<path d="M${x} ${second + 14}H${right}" marker-start="url(#tip)" marker-end="url(#tip)"/>
<path d="M${middle} ${third + 8}V${y + 1.5 * height}" marker-end="url(#tip)"/>
<path d="M${x} ${second + 14}V${y}M${right} ${second + 14}V${y}" stroke-width="1" stroke-dasharray="4 4"/>
</g>
<g style="font:600 20px system-ui,sans-serif;fill:${ink};stroke:${paper};stroke-width:6px;paint-order:stroke">
<text x="${x + 10}" y="${first}">Bright bar: time in the function itself</text>
<text x="${x + 40}" y="${second}">Width: share of the samples with it on the stack</text>
<text x="${middle}" y="${third}">Below it: its callers</text>
</g>
</svg>`
}

module.exports = { drawFlameNotes, flameNotes }
