// What the user ticks, types and presses.

import { $, create, notify } from './dom.js'

export const NO_TARGET = 'Tick at least one target'
const KEPT = 'settings' // in the session's storage

/** @returns {string[]} the ticked targets */
export const ticked = () => new window.FormData($('settings')).getAll('target').map(String)

/** @param {{targets: string[], ticked: string, duration: number}} hello */
export function showSettings ({ targets, ticked, duration }) {
  if ($('targets').querySelector('label')) return // the ticks of the user stay
  const kept = JSON.parse(window.sessionStorage.getItem(KEPT) ?? 'null')
  $('duration').value = kept?.duration ?? duration
  $('connections').value = kept?.connections ?? $('connections').value
  const chosen = kept?.targets ?? [ticked]
  for (const [i, value] of targets.entries()) {
    const checked = chosen.includes(value)
    const box = create('input', { type: 'checkbox', name: 'target', value, checked })
    box.setAttribute('aria-keyshortcuts', i + 1)
    $('targets').append(create('label', {}, box, create('kbd', {}, `${i + 1}`), ` ${value}`))
  }
}

/** Keeps what the user has set for a reload. */
function keepSettings () {
  const { value: duration } = $('duration')
  const { value: connections } = $('connections')
  const targets = ticked()
  window.sessionStorage.setItem(KEPT, JSON.stringify({ targets, duration, connections }))
  if (targets.length && $('notice').textContent === NO_TARGET) notify('')
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

$('settings').addEventListener('change', keepSettings)
document.addEventListener('keydown', press)
document.addEventListener('click', (event) => setTimeout(leave, 0, event))
