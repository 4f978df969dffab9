// The live page: follows the stream, shows the state, and sends what the user presses.

import { colourClass, createChart, createPanels } from './charts.js'
import { $, create } from './dom.js'
import { number } from './format.js'
import { EVENTS, NOTHING, failures, figure, next } from './state.js'
import { currentStatus, finalStatus } from './status.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {{targets: string[], limits: Record<string, {minimum: number, maximum: number}>, boot: string}} Hello */

const RACE = ['slow', 'fast', 'optimized']
const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const panels = createPanels($('panels'))

let state = NOTHING
/** @type {State|null} the state that a frozen page shows */
let frozen = null
let boot = ''
/** @type {import('./charts.js').Chart[]} */
let charts = []
let changed = true

const running = () => state.phase === 'running'
/** @param {string} id */
const pressed = (id) => $(id).ariaPressed === 'true'

// The stream

function listen () {
  const stream = new window.EventSource('events')
  stream.addEventListener('hello', ({ data }) => greet(JSON.parse(data)))
  for (const type of EVENTS) stream.addEventListener(type, ({ data }) => take(type, JSON.parse(data)))
  stream.addEventListener('error', () => {
    notify('The connection is lost. Trying again …')
    // A browser tries again by itself, unless the answer was an error.
    if (stream.readyState === window.EventSource.CLOSED) setTimeout(listen, 1000)
  })
}

/** @param {Hello} hello */
function greet (hello) {
  notify('')
  if (hello.boot !== boot) state = NOTHING // a new server sends everything
  boot = hello.boot
  showTargets(hello)
  for (const id of ['start', 'race']) $(id).removeAttribute('disabled') // now the stages are known
  showControls()
  rebuild()
}

/** @param {string} type @param {object} data */
function take (type, data) {
  state = next(state, type, data)
  changed = true
  if (type === 'sample') return
  showControls()
  if (frozen) return
  if (type === 'start') rebuild()
  else draw()
}

// The controls

/** @param {string} path @param {object} body */
async function post (path, body) {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    notify(answer.ok ? '' : (await answer.json()).message)
  } catch {
    notify('The live page has ended: run make live again')
  }
}

/** @param {string[]} targets */
function start (targets) {
  const form = /** @type {HTMLFormElement} */ ($('settings'))
  if ($('start').matches(':disabled') || !form.reportValidity()) return
  const [connections, duration] = ['connections', 'duration']
    .map((id) => /** @type {HTMLInputElement} */ ($(id)).valueAsNumber)
  post('start', { targets, connections, duration })
}

/** @returns {string|undefined} */
const chosen = () => /** @type {HTMLInputElement|null} */ (document.querySelector('[name=target]:checked'))?.value
const startOrStop = () => running() ? post('stop', {}) : start([chosen() ?? RACE[0]])
const race = () => { if (!running()) start(RACE) }

function logAxis () {
  $('log').ariaPressed = String(!pressed('log'))
  rebuild()
}

function freeze () {
  frozen = frozen ? null : state
  $('freeze').ariaPressed = String(frozen !== null)
  $('freeze').textContent = frozen ? 'Frozen' : 'Freeze'
  rebuild()
}

function theme () {
  document.documentElement.dataset.theme = pressed('theme') ? 'light' : 'dark'
  showTheme()
}

function showTheme () {
  const { theme } = document.documentElement.dataset
  $('theme').ariaPressed = String(theme ? theme === 'dark' : dark.matches)
  rebuild()
}

/** @type {Record<string, () => void>} what a key does; `showTargets` adds a digit for each target */
const KEYS = { ' ': startOrStop, r: race, f: freeze, l: logAxis, t: theme }

document.addEventListener('keydown', (event) => {
  const { key } = event
  const target = /** @type {HTMLElement} */ (event.target)
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.matches('[type=number]')) return
  const action = KEYS[key.toLowerCase()]
  if (!action || (key === ' ' && target.matches('button'))) return // a button in focus takes space itself
  event.preventDefault()
  action()
})

// The view

/** A live region announces every change of its text. @param {Element|null} element @param {string} text */
function setText (element, text) {
  if (element && element.textContent !== text) element.textContent = text
}

/** @param {string} text */
const notify = (text) => setText($('notice'), text)

/** @param {Hello} hello */
function showTargets ({ targets, limits }) {
  for (const [id, { minimum: min, maximum: max }] of Object.entries(limits)) Object.assign($(id), { min, max })
  const before = chosen() ?? targets[0]
  const labels = targets.map((value, i) => {
    const radio = create('input', { type: 'radio', name: 'target', value, checked: value === before })
    KEYS[i + 1] = () => radio.click()
    return create('label', {}, radio, `${i + 1} ${value}`)
  })
  for (const label of $('targets').querySelectorAll('label')) label.remove()
  $('targets').append(...labels)
  $('digits').replaceChildren(...targets.flatMap((_, i) => [create('kbd', {}, String(i + 1)), ' ']))
}

function showControls () {
  $('start').textContent = running() ? 'Stop' : 'Start'
  $('start').classList.toggle('running', running())
  $('race').ariaDisabled = String(running())
}

/** @param {string} id @param {import('./status.js').Status} status */
function showStatus (id, status) {
  for (const [part, text] of Object.entries(status)) setText($(id).querySelector(`.${part}`), text)
}

/** @param {State} view */
function showStatuses (view) {
  const ended = !['idle', 'running'].includes(view.phase)
  $('now').hidden = ended
  if (!ended) showStatus('now', currentStatus(view))
  showStatus('summary', ended ? finalStatus(view) : { headline: '', detail: '' })
  $('message').hidden = !view.message
  setText($('message'), view.message)
}

/** @param {State} view */
function showFailures ({ runs, settings }) {
  for (const [id, count] of Object.entries(failures(runs))) {
    $(id).textContent = settings ? number(count) : '–'
    $(id).classList.toggle('some', count > 0)
  }
}

/** @param {State} view @param {import('./charts.js').Panel} panel */
function showNumerals ({ runs, settings }, { metric, numerals, span }) {
  const targets = settings?.targets ?? ['']
  numerals.classList.toggle('several', targets.length > 1)
  numerals.replaceChildren(...targets.map((target, i) => numeral(target, runs[i], metric)))
  span.textContent = runs.at(-1)?.result ? metric.span : ''
}

/** @type {(target: string, run: import('./state.js').Run|undefined, metric: import('./metrics.js').Metric) => Node} */
function numeral (target, run, metric) {
  const { format, formatNow = format, unit } = metric
  const value = run && figure(run, metric)
  const text = value == null ? '–' : (run?.result ? format : formatNow)(value)
  const figures = create('span', { className: 'value' }, text)
  if (unit) figures.append(create('span', { className: 'unit' }, ` ${unit}`))
  const item = create('li', { className: colourClass(target) }, create('span', { className: 'name' }, target), figures)
  if (value != null) item.dataset.value = String(value)
  return item
}

function rebuild () {
  for (const chart of charts) chart.destroy()
  const { targets, duration } = (frozen ?? state).settings ?? { targets: [], duration: 10 }
  charts = panels.map((panel) => createChart(panel, { targets, duration, log: pressed('log') }))
  draw()
}

function draw () {
  changed = false
  const view = frozen ?? state
  showStatuses(view)
  showFailures(view)
  for (const panel of panels) showNumerals(view, panel)
  for (const chart of charts) chart.draw(view.runs)
}

function tick () {
  if (changed && !frozen) draw()
  setTimeout(tick, calm.matches ? 1000 : 250)
}

$('settings').addEventListener('submit', (event) => event.preventDefault())
for (const [id, action] of Object.entries({ start: startOrStop, race, freeze, log: logAxis, theme })) {
  $(id).addEventListener('click', ({ detail }) => {
    if (detail) $(id).blur() // a button that was clicked leaves the space bar free
    action()
  })
}
dark.addEventListener('change', showTheme)
new window.ResizeObserver(() => charts.forEach((chart) => chart.resize())).observe($('panels'))

showTheme()
tick()
listen()
