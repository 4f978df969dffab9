// What the user ticks, types and presses.

import { $, create, notify, setText } from './dom.js'

export let chosen // settings of the user
let shown

/** Shows all targets, and the settings as they were before a reload of the page. */
export function createSettings ({ targets, ticked, duration }) {
  if (chosen) return // the ticks of the user stay
  const kept = JSON.parse(window.sessionStorage.getItem('settings') ?? '{}')
  chosen = { targets: [ticked], connections: 100, duration, ...kept }
  for (const [i, value] of targets.entries()) {
    const key = String(i + 1)
    const box = create('input', { type: 'checkbox', name: 'target', value })
    box.setAttribute('aria-keyshortcuts', key)
    $('targets').append(create('label', {}, box, create('kbd', {}, key), ` ${value}`))
  }
}

/** Shows the settings of a run in progress, or those of the user. */
export function showSettings (running) {
  const settings = running ?? chosen
  if (!settings || settings === shown) return
  shown = settings
  const { targets, connections, duration } = settings
  setText($('load'), `${targets.join(', ')} · ${connections} connections · ${duration} s`)
  for (const input of $('settings').querySelectorAll('input')) {
    if (input.name) input.checked = settings.targets.includes(input.value)
    else input.value = settings[input.id]
    input.disabled = Boolean(running)
  }
}

function keepSettings () {
  chosen = {
    targets: new window.FormData($('settings')).getAll('target'),
    connections: $('connections').valueAsNumber,
    duration: $('duration').valueAsNumber
  }
  window.sessionStorage.setItem('settings', JSON.stringify(chosen))
  showSettings()
  notify('')
}

// Presses the control that has the key.
function press (event) {
  const { key, ctrlKey, metaKey, altKey, repeat, target } = event
  if (ctrlKey || metaKey || altKey || repeat) return
  if (target.matches('input:not([type=checkbox]), select')) return
  if (key === ' ' && target.matches('button, [type=checkbox]')) return // it takes space itself
  const name = window.CSS.escape(key === ' ' ? 'Space' : key)
  /** @type {HTMLElement|null} */
  const control = document.querySelector(`[aria-keyshortcuts=${name} i]`)
  if (!control?.checkVisibility()) return
  event.preventDefault()
  control.click()
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
