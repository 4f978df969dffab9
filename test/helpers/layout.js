'use strict'

// Finds what does not fit on a page: asks the DOM, so it knows nothing of what a canvas draws.

/** A sentence for each fault. `groups` selects elements in which no two texts may overlap. */
const findLayoutFaults = (page, groups) => page.evaluate(findFaults, groups)

/* global Node, NodeFilter */
/** Runs in the page, so it brings all that it needs. */
function findFaults (groups) {
  const SLACK = 1 // px: rounding
  const LEADING = 0.3 // of the height of a text's box: above and below its letters
  const root = document.scrollingElement
  const faults = []
  if (root.scrollWidth > root.clientWidth) {
    faults.push(`the page is ${root.scrollWidth} px wide, its window ${root.clientWidth} px`)
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (!isUnseen(element)) checkElement(element)
  }
  for (const group of document.querySelectorAll(groups)) checkOverlaps(textBoxes(group))
  return faults

  function quote (text) {
    return `"${text.trim().replace(/\s+/g, ' ').slice(0, 60)}"`
  }

  function isUnseen (element) {
    return element.closest('.unseen') || !element.checkVisibility({ visibilityProperty: true })
  }

  function overflow (element) {
    return window.getComputedStyle(element).overflowX
  }

  function isInBox ({ parentElement: parent }) { // that scrolls or clips
    if (!parent) return false
    return (parent !== root && overflow(parent) !== 'visible') || isInBox(parent)
  }

  function ownText ({ childNodes, value }) {
    const texts = [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    return texts.map(({ textContent }) => textContent).join('').trim() || value
  }

  function checkElement (element) {
    const { localName, textContent } = element
    const { left, right, width } = element.getBoundingClientRect()
    const isOutside = right > root.clientWidth + SLACK || left < -SLACK
    if (width && isOutside && !isInBox(element)) {
      faults.push(`<${localName}> reaches from ${left} to ${right} px: ${quote(textContent)}`)
    }
    const isCut = element.scrollWidth > element.clientWidth && /hidden|clip/.test(overflow(element))
    const text = ownText(element)
    if (text && isCut) faults.push(`${quote(text)} is cut`)
  }

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

  function checkOverlaps (boxes) {
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        const height = Math.min(a.bottom - a.top, b.bottom - b.top)
        if (across <= SLACK || down <= LEADING * height) continue
        faults.push(`${quote(a.text)} and ${quote(b.text)} overlap`)
      }
    }
  }
}

module.exports = { findLayoutFaults }
