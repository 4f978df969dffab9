/** @param {string} id @returns {any} the element */
export const $ = (id) => document.getElementById(id)

/** @type {(tag: string, properties: object, ...children: (string|Node)[]) => any} */
export function create (tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** A live region announces each change. @param {Element} element @param {string} text */
export function setText (element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** @param {string} text */
export const notify = (text) => setText($('notice'), text)
