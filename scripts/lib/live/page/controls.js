// What the user ticks, types and presses.

import { $, create, notify } from './dom.js'

export function readSettings () {
  return {
    targets: new window.FormData($('settings')).getAll('target'),
    connections: $('connections').valueAsNumber,
    duration: $('duration').valueAsNumber
  }
}

/** Shows all targets, and the settings as they were before a reload of the page. */
export function showSettings ({ targets, ticked, duration }) {
  if ($('targets').querySelector('label')) return // the ticks of the user stay
  const kept = JSON.parse(window.sessionStorage.getItem('settings') ?? '{}')
  const settings = { targets: [ticked], connections: 100, duration, ...kept }
  $('connections').value = settings.connections
  $('duration').value = settings.duration
  for (const [i, value] of targets.entries()) {
    const checked = settings.targets.includes(value)
    const key = String(i + 1)
    const box = create('input', {
      type: 'checkbox',
      name: 'target',
      value,
      checked
    })
    box.setAttribute('aria-keyshortcuts', key)
    const label = create('label', {}, box, create('kbd', {}, key), ` ${value}`)
    $('targets').append(label)
  }
}

function keepSettings () {
  window.sessionStorage.setItem('settings', JSON.stringify(readSettings()))
  notify('')
}

// Presses the control that has the key.
function press (event) {
  const { key, ctrlKey, metaKey, altKey, repeat, target } = event
  if (ctrlKey || metaKey || altKey || repeat) return
  if (target.matches('[type=number], [type=search], select')) return
  if (key === ' ' && target.matches('button, [type=checkbox]')) return // it takes space itself
  const name = window.CSS.escape(key === ' ' ? 'Space' : key)
  /** @type {HTMLElement|null} */
  const control = document.querySelector(`[aria-keyshortcuts=${name} i]`)
  if (!control?.checkVisibility()) return
  event.preventDefault()
  control.click()
}

/** Lists the keys of all controls that are shown. */
export function showKeys () {
  const lines = []
  for (const control of document.querySelectorAll('[aria-keyshortcuts]')) {
    if (!control.checkVisibility()) continue
    const key = control.getAttribute('aria-keyshortcuts')
    const named = control.closest('label') ?? control
    const words = [...named.childNodes].filter(({ nodeName }) => nodeName !== 'KBD')
    const name = words.map(({ textContent }) => textContent).join('').trim()
    lines.push(create('dt', {}, create('kbd', {}, key)), create('dd', {}, name))
  }
  $('keys').firstElementChild.replaceChildren(...lines)
  $('keys').showModal()
}

// Leaves the space bar free after a click with the mouse.
function leave ({ detail }) {
  /** @type {HTMLElement|null} */
  const focused = document.querySelector('button:focus, [type=checkbox]:focus')
  if (detail) focused?.blur()
}

$('settings').addEventListener('change', keepSettings)
document.addEventListener('keydown', press)
document.addEventListener('click', (event) => setTimeout(leave, 0, event))
