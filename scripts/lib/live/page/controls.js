// What the user ticks, types and presses.

import { $, create } from './dom.js'

/** @returns {string[]} the ticked targets */
export const ticked = () => new window.FormData($('settings')).getAll('target').map(String)

/** @param {string[]} targets */
export function showTargets (targets) {
  if ($('targets').querySelector('label')) return // the ticks of the user stay
  for (const [i, value] of targets.entries()) {
    const box = create('input', { type: 'checkbox', name: 'target', value, checked: i === 0 })
    box.setAttribute('aria-keyshortcuts', i + 1)
    $('targets').append(create('label', {}, box, create('kbd', {}, `${i + 1}`), ` ${value}`))
  }
}

/** Presses the control that has a key. @param {KeyboardEvent} event */
function press (event) {
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  const focused = /** @type {Element} */ (event.target)
  if (ctrlKey || metaKey || altKey || repeat || focused.matches('[type=number], select')) return
  if (key === ' ' && focused.matches('button, [type=checkbox]')) return // it takes space itself
  const name = window.CSS.escape(key === ' ' ? 'Space' : key)
  /** @type {HTMLElement|null} */
  const control = document.querySelector(`[aria-keyshortcuts=${name} i]`)
  if (!control?.checkVisibility()) return
  event.preventDefault()
  control.click()
}

/** Leaves the space bar free after a click with the mouse. @param {MouseEvent} event */
function leave ({ detail }) {
  /** @type {HTMLElement|null} */
  const focused = document.querySelector('button:focus, [type=checkbox]:focus')
  if (detail) focused?.blur()
}

document.addEventListener('keydown', press)
document.addEventListener('click', (event) => setTimeout(leave, 0, event))
