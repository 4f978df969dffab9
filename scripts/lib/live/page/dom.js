/** @param {string} id @returns {any} the element, of whatever kind */
export const $ = (id) => document.getElementById(id)

export function create (tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Sets a text that has changed: a live region announces each change. */
export function setText (element, text) {
  if (element.textContent !== text) element.textContent = text
}

export const notify = (text) => setText($('notice'), text)
