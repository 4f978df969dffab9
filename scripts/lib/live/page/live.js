// The live page: follows the stream, shows the state, and sends what the user presses.

import { createChart, createPanels } from './charts.js'
import { number } from './format.js'
import { EVENTS, NOTHING, failures, figure, next } from './state.js'
import { currentStatus, finalStatus } from './status.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./metrics.js').Metric} Metric */
/** @typedef {{targets: string[], limits: Record<string, {minimum: number, maximum: number}>, boot: string}} Hello */

const RACE = ['slow', 'fast', 'optimized']

/** @param {string} id @returns {HTMLElement} */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ ($(id))
/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ ($(id))
/** @param {string} tag @param {{className?: string, textContent?: string}} properties */
const create = (tag, properties) => Object.assign(document.createElement(tag), properties)

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
/** @param {string} id */
const toggle = (id) => { $(id).ariaPressed = String(!pressed(id)) }

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
  for (const id of ['start', 'race']) button(id).disabled = false // now the stages are known
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
  if (button('start').disabled || !form.reportValidity()) return
  post('start', { targets, connections: input('connections').valueAsNumber, duration: input('duration').valueAsNumber })
}

/** @returns {string|undefined} */
const chosen = () => /** @type {HTMLInputElement|null} */ (document.querySelector('[name=target]:checked'))?.value
const startOrStop = () => running() ? post('stop', {}) : start([chosen() ?? RACE[0]])
const race = () => { if (!running()) start(RACE) }

const logAxis = () => { toggle('log'); rebuild() }

function freeze () {
  toggle('freeze')
  frozen = pressed('freeze') ? state : null
  $('freeze').textContent = frozen ? 'Frozen' : 'Freeze'
  rebuild()
}

function theme () {
  document.documentElement.dataset.theme = pressed('theme') ? 'light' : 'dark'
  showTheme()
  rebuild()
}

function showTheme () {
  const { theme } = document.documentElement.dataset
  $('theme').ariaPressed = String(theme ? theme === 'dark' : dark.matches)
}

/** @type {Record<string, () => void>} */
const KEYS = { ' ': startOrStop, r: race, f: freeze, l: logAxis, t: theme }

/** @param {KeyboardEvent} event */
function press (event) {
  const { key } = event
  const target = /** @type {HTMLElement} */ (event.target)
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.matches('[type=number]')) return
  /** @type {HTMLInputElement|null} */
  const radio = document.querySelector(`[data-key="${window.CSS.escape(key)}"]`)
  const action = radio ? () => { radio.checked = true } : KEYS[key.toLowerCase()]
  if (!action || (key === ' ' && target.matches('button'))) return // a button in focus takes space itself
  event.preventDefault()
  action()
}

/** A button that was clicked leaves the space bar free. @param {string} id @param {() => void} action */
function onClick (id, action) {
  $(id).addEventListener('click', (event) => {
    if (event.detail) $(id).blur()
    action()
  })
}

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
  const labels = targets.map((name, i) => {
    const radio = document.createElement('input')
    Object.assign(radio, { type: 'radio', name: 'target', value: name, checked: name === before })
    radio.dataset.key = String(i + 1)
    const label = create('label', {})
    label.append(radio, `${i + 1} ${name}`)
    return label
  })
  for (const label of $('targets').querySelectorAll('label')) label.remove()
  $('targets').append(...labels)
  $('digits').replaceChildren(...targets.flatMap((name, i) => [create('kbd', { textContent: String(i + 1) }), ' ']))
}

function showControls () {
  $('start').textContent = running() ? 'Stop' : 'Start'
  $('start').classList.toggle('running', running())
  $('race').ariaDisabled = String(running())
}

/** @param {string} id @param {import('./status.js').Status} status */
function showStatus (id, { headline, detail }) {
  setText($(id).querySelector('.headline'), headline)
  setText($(id).querySelector('.detail'), detail)
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

/** @param {State} view @param {Metric} metric @param {import('./charts.js').Panel} panel */
function showNumerals ({ runs, settings }, metric, { numerals, span }) {
  const targets = settings?.targets ?? ['']
  numerals.classList.toggle('several', targets.length > 1)
  numerals.replaceChildren(...targets.map((target, i) => numeral(target, runs[i], metric)))
  span.textContent = runs.at(-1)?.result ? metric.span : ''
}

/** @param {string} target @param {import('./state.js').Run|undefined} run @param {Metric} metric */
function numeral (target, run, metric) {
  const { format, formatNow = format, unit } = metric
  const value = run && figure(run, metric)
  const item = create('li', { className: target })
  const text = value == null ? '–' : (run?.result ? format : formatNow)(value)
  const figures = create('span', { className: 'value', textContent: text })
  if (unit) figures.append(create('span', { className: 'unit', textContent: ` ${unit}` }))
  item.append(create('span', { className: 'name', textContent: target }), figures)
  if (value != null) item.dataset.value = String(value)
  return item
}

function rebuild () {
  for (const chart of charts) chart.destroy()
  const { targets, duration } = (frozen ?? state).settings ?? { targets: [], duration: 10 }
  charts = panels.map(({ metric, panel }) => createChart(panel, metric, { targets, duration, log: pressed('log') }))
  draw()
}

function draw () {
  changed = false
  const view = frozen ?? state
  showStatuses(view)
  showFailures(view)
  for (const [i, { metric, panel }] of panels.entries()) {
    showNumerals(view, metric, panel)
    charts[i].draw(view.runs)
  }
}

function tick () {
  if (changed && !frozen) draw()
  setTimeout(tick, calm.matches ? 1000 : 250)
}

$('settings').addEventListener('submit', (event) => event.preventDefault())
onClick('start', startOrStop)
onClick('race', race)
onClick('freeze', freeze)
onClick('log', logAxis)
onClick('theme', theme)
document.addEventListener('keydown', press)
dark.addEventListener('change', () => { showTheme(); rebuild() })
new window.ResizeObserver(() => charts.forEach((chart) => chart.resize())).observe($('panels'))

showTheme()
rebuild()
tick()
listen()
