'use strict'

// Draws arrows and words over a page of Clinic Flame. The page draws its blocks on a canvas. Only the selected block,
// the hottest at first, has an element: its place can be asked for.

const [INK, PAPER] = ['#ffd166', '#1b1e27'] // Clinic's pages are dark

/** @param {import('playwright-core').Page} page @returns {Promise<void>} */
async function drawFlameNotes (page) {
  const [block, graph] = await Promise.all(['.highlighter-box', '#flame-main'].map((selector) =>
    page.locator(selector).boundingBox()))
  if (!block || !graph) throw new Error('Clinic Flame shows no selected block')
  await page.evaluate((svg) => document.body.insertAdjacentHTML('beforeend', svg), flameNotes(block, graph.y))
}

/** @type {(block: {x: number, y: number, width: number, height: number}, top: number) => string} words below `top` */
function flameNotes ({ x, y, width, height }, top) {
  const [callers, itself] = [x + 0.3 * width, x + 0.9 * width]
  return `<svg style="position:fixed;inset:0;width:100%;height:100%;z-index:99;pointer-events:none">
<marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse"
  orient="auto-start-reverse"><path d="M0 0L10 5L0 10Z" fill="${INK}"/></marker>
<g fill="none" stroke="${INK}" stroke-width="3" marker-end="url(#tip)">
<path d="M${x} ${top + 54}H${x + width}" marker-start="url(#tip)"/>
<path d="M${itself} ${top + 98}V${y - 12}"/>
<path d="M${callers} ${top + 138}V${y + 1.5 * height}"/>
</g>
<g style="font:600 20px system-ui,sans-serif;fill:${INK};stroke:${PAPER};stroke-width:6px;paint-order:stroke">
<text x="${x + 10}" y="${top + 40}">Width: share of the samples with it on the stack</text>
<text x="${x + 10}" y="${top + 90}">Bright bar: time in the function itself</text>
<text x="${callers}" y="${top + 130}">Below it: its callers</text>
</g>
</svg>`
}

module.exports = { drawFlameNotes, flameNotes }
