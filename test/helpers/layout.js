'use strict'

// Finds what does not fit on a page: asks the DOM, not pixels. What is drawn on a canvas has no boxes to ask for.

/**
 * @param {import('playwright-core').Page} page
 * @param {string} [groups] a selector: in each of these elements, no two texts may overlap
 * @returns {Promise<string[]>} a sentence for each fault
 */
const findLayoutFaults = (page, groups = 'svg') => page.evaluate(findFaults, groups)

/* global HTMLElement, Node, NodeFilter */
/** Runs in the page, so it brings all that it needs. */
function findFaults (groups) {
  const SLACK = 1 // px: rounding
  const LEADING = 0.3 // of the height of a text's box: above and below its letters
  const root = document.scrollingElement
  const quote = (text) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 60)}"`
  const styleOf = (element) => window.getComputedStyle(element)
  const isBox = (element) => element !== root && styleOf(element).overflowX !== 'visible' // it scrolls or clips
  const inBox = ({ parentElement: parent }) => parent !== null && (isBox(parent) || inBox(parent))
  const seen = { opacityProperty: true, visibilityProperty: true } // Vega leaves out a label by its opacity
  const isUnseen = (element) => element.closest('.unseen') || !element.checkVisibility(seen)
  const ownText = (element) => [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent).join('').trim()

  const all = [...document.body.querySelectorAll('*')].filter((element) => !isUnseen(element))
  const html = all.filter((element) => element instanceof HTMLElement || element.localName === 'svg')
  const faults = []
  if (root.scrollWidth > root.clientWidth) {
    faults.push(`the page is ${root.scrollWidth} px wide, its window ${root.clientWidth} px`)
  }
  for (const element of html) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width && !inBox(element) && (right > root.clientWidth + SLACK || left < -SLACK)) {
      faults.push(`<${element.localName}> reaches from ${left} to ${right} px: ${quote(element.textContent)}`)
    }
    const text = ownText(element) || element.value
    const isCut = element.scrollWidth > element.clientWidth && /hidden|clip/.test(styleOf(element).overflowX)
    if (text && isCut) faults.push(`${quote(text)} is cut`)
  }
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect()
    for (const text of [...svg.querySelectorAll('text')].filter((text) => !isUnseen(text))) {
      const { left, right, top, bottom } = text.getBoundingClientRect()
      const isOutside = left < frame.left - SLACK || right > frame.right + SLACK ||
        top < frame.top - SLACK || bottom > frame.bottom + SLACK
      if (text.textContent.endsWith('…')) faults.push(`${quote(text.textContent)} is cut`)
      if (text.textContent && isOutside) faults.push(`${quote(text.textContent)} reaches out of its picture`)
    }
  }
  for (const group of document.querySelectorAll(groups)) {
    const boxes = textBoxes(group)
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        const height = Math.min(a.bottom - a.top, b.bottom - b.top)
        if (across > SLACK && down > LEADING * height) faults.push(`${quote(a.text)} and ${quote(b.text)} overlap`)
      }
    }
  }
  return faults

  function textBoxes (group) {
    const walker = document.createTreeWalker(group, NodeFilter.SHOW_TEXT)
    const boxes = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      if (!node.textContent.trim() || isUnseen(node.parentElement)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom } of range.getClientRects()) {
        boxes.push({ text: node.textContent, left, right, top, bottom })
      }
    }
    return boxes
  }
}

module.exports = { findLayoutFaults }
