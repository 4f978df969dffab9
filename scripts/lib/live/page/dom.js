// Finds and creates elements of the page.

/** @param {string} id @returns {HTMLElement} */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/** @type {(tag: string, properties: object, ...children: (string|Node)[]) => HTMLElement} */
export function create (tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
