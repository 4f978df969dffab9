// The live page: follows the stream or plays an earlier run, shows the state, and sends what the user presses.

import { colourClass, createChart, createPanels } from './charts.js'
import { $, create } from './dom.js'
import { number } from './labels.js'
import { EVENTS, NOTHING, failures, figure, next, seriesOf, stateAt } from './state.js'
import { currentStatus, finalStatus } from './status.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Series} Series */
/** @typedef {{id: string, startedAt: string, targets: string[], recorded: boolean}} EarlierRun */
/**
 * @typedef {object} Hello
 * @property {string[]} targets
 * @property {string[]} stages
 * @property {Record<string, {minimum: number, maximum: number}>} limits
 * @property {string} boot of the server
 */

/** @type {Series} */
const NO_SERIES = { target: '', samples: [], result: null, file: '', pinned: false }
const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const panels = createPanels($('panels'))

let state = NOTHING
/** @type {string[]} as the server names them */
let stages = []
/** @type {{saved: import('./state.js').SavedRun, began: number, speed: number}|null} `began`: ms */
let replay = null
/** @type {import('./state.js').Run[]} */
let pinned = []
/** @type {boolean|null} whether the axes are logarithmic; null: those of a race are */
let logarithmic = null
let large = -1 // the index of the chart that is shown alone
let boot = ''
/** @type {import('./charts.js').Chart[]} */
let charts = []
let changed = true

const running = () => state.phase === 'running'
/** @param {string} id */
const pressed = (id) => $(id).ariaPressed === 'true'
/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ ($(id))

function view () {
  if (!replay) return state
  const { saved, began, speed } = replay
  return stateAt(saved, speed * (1 + performance.now() - began) / 1000)
}

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
  stages = hello.stages
  showTargets(hello)
  for (const id of ['start', 'race']) $(id).removeAttribute('disabled') // now the stages are known
  showEarlierRuns()
  showControls()
  rebuild()
}

/** @param {string} type @param {object} data */
function take (type, data) {
  state = next(state, type, data)
  changed = true
  if (type === 'sample') return
  if (type === 'start') replay = null
  if (type === 'end') {
    select('earlier').value = '' // so that the run that has just ended is selected
    showEarlierRuns()
  }
  showControls()
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
  if (!targets.length) return notify('Tick at least one target')
  const [connections, duration] = ['connections', 'duration']
    .map((id) => /** @type {HTMLInputElement} */ ($(id)).valueAsNumber)
  post('start', { targets, connections, duration })
}

const ticked = () => [...document.querySelectorAll('[name=target]:checked')]
  .map((box) => /** @type {HTMLInputElement} */ (box).value)
const startOrStop = () => running() ? post('stop', {}) : start(ticked())
const race = () => { if (!running()) start(ticked().length > 1 ? ticked() : stages) }

// Earlier runs

/** @param {string} path @returns {Promise<any>} nothing where the server has ended, or has no such run */
async function load (path) {
  const answer = await fetch(path).catch(() => null)
  if (answer?.ok) return await answer.json()
  notify(`There is no ${path}: reload the page, or run make live again`)
}

async function showEarlierRuns () {
  /** @type {EarlierRun[]} */
  const runs = await load('earlier.json') ?? []
  const { value } = select('earlier')
  const options = runs.map(({ id, startedAt, targets, recorded }) => create('option', { value: id },
    `${recorded ? 'recorded ' : ''}${startedAt.slice(0, 16).replace('T', ' ')} ${targets.join(', ')}`))
  const none = create('option', { value: '', disabled: runs.length > 0 }, 'no recorded race')
  select('earlier').replaceChildren(...options, ...(runs.some(({ recorded }) => recorded) ? [] : [none]))
  if (runs.some(({ id }) => id === value)) select('earlier').value = value
  $('play').toggleAttribute('disabled', !runs.length)
}

async function play () {
  if (running() || $('play').matches(':disabled')) return
  const saved = await load(`earlier/${encodeURIComponent(select('earlier').value)}`)
  if (!saved) return
  replay = { saved, began: performance.now(), speed: Number(select('speed').value) }
  rebuild()
}

function pin () {
  pinned = pinned.length ? [] : view().runs.filter(({ result }) => result)
  $('pin').ariaPressed = String(pinned.length > 0)
  rebuild()
}

// The view

function logAxis () {
  logarithmic = !pressed('log')
  rebuild()
}

/** Shows one chart on the whole page, or if it is there already, all of them. @param {number} i */
function enlarge (i) {
  large = i === large ? -1 : i
  for (const [j, { panel, name }] of panels.entries()) {
    panel.classList.toggle('large', j === large)
    name.ariaPressed = String(j === large)
  }
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
const KEYS = {
  ...{ ' ': startOrStop, r: race, e: play, p: pin, l: logAxis, t: theme },
  c: () => enlarge(Math.min(large + 1, panels.length - 1)),
  escape: () => enlarge(large)
}

document.addEventListener('keydown', (event) => {
  const { key } = event
  const target = /** @type {HTMLElement} */ (event.target)
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.matches('[type=number], select')) return
  const action = KEYS[key.toLowerCase()]
  if (!action || (key === ' ' && target.matches('button, [type=checkbox]'))) return // it takes space itself
  event.preventDefault()
  action()
})

/** A live region announces every change of its text. @param {Element|null} element @param {string} text */
function setText (element, text) {
  if (element && element.textContent !== text) element.textContent = text
}

/** @param {string} text */
const notify = (text) => setText($('notice'), text)

/** @param {Hello} hello */
function showTargets ({ targets, limits }) {
  for (const [id, { minimum: min, maximum: max }] of Object.entries(limits)) Object.assign($(id), { min, max })
  const before = ticked()
  const labels = targets.map((value, i) => {
    const checked = before.length ? before.includes(value) : i === 0
    const box = create('input', { type: 'checkbox', name: 'target', value, checked })
    KEYS[i + 1] = () => box.click()
    // A box that was clicked leaves the space bar free, as the buttons do.
    const onclick = (/** @type {MouseEvent} */ { detail }) => { if (detail) setTimeout(() => box.blur()) }
    return create('label', { onclick }, box, create('span', { className: 'digit' }, `${i + 1} `), value)
  })
  for (const label of $('targets').querySelectorAll('label')) label.remove()
  $('targets').append(...labels)
}

function showControls () {
  setText($('start').firstElementChild, running() ? 'Stop' : 'Start')
  $('start').classList.toggle('running', running())
  for (const id of ['race', 'play']) $(id).ariaDisabled = String(running())
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

/** Marks the target that is under load. @param {State} view */
function showProgress ({ phase, runs }) {
  const last = runs.at(-1)
  const loaded = phase === 'running' && !last?.result ? last?.target : undefined
  for (const label of $('targets').querySelectorAll('label')) {
    label.ariaCurrent = String(label.lastChild?.textContent === loaded)
  }
}

/** @param {State} view */
function showFailures ({ runs, settings }) {
  const counts = runs.map((run) => ({ target: run.target, ...failures(run) }))
  for (const id of /** @type {const} */ (['timeouts', 'unavailable', 'errors'])) {
    const some = counts.filter((count) => count[id] > 0)
    const texts = some.map((count) =>
      create('span', {}, create('small', {}, count.target), ` ${number(count[id])}`))
    $(id).replaceChildren(...(some.length ? texts : [settings ? '0' : '–']))
    $(id).classList.toggle('some', some.length > 0)
  }
}

/** @param {State} view @param {Series[]} series @param {import('./charts.js').Panel} panel */
function showNumerals ({ runs }, series, { metric, numerals, code, span }) {
  const last = runs.at(-1)
  const server = last?.result?.server ?? last?.samples.findLast(({ probe }) => probe)?.probe
  numerals.classList.toggle('several', series.length > 1)
  numerals.replaceChildren(...(series.length ? series : [NO_SERIES]).map((one) => numeral(one, metric)))
  code.textContent = (server && metric.code?.(server)) ?? ''
  span.textContent = last ? (last.result ? metric.span : metric.spanNow) : ''
}

/** @type {(series: Series, metric: import('./metrics.js').Metric) => Node} */
function numeral (series, metric) {
  const { format, formatNow = format, unit } = metric
  const { target, result, pinned } = series
  const value = figure(series, metric)
  const text = value == null ? '–' : (result ? format : formatNow)(value)
  const figures = create('span', { className: 'value' }, text)
  if (unit && value !== Infinity) figures.append(create('span', { className: 'unit' }, ` ${unit}`))
  const name = create('span', { className: 'name' }, `${pinned ? 'pinned ' : ''}${target}`)
  const item = create('li', { className: colourClass(series) }, name, figures)
  if (value != null) item.dataset.value = String(value)
  return item
}

function rebuild () {
  for (const chart of charts) chart.destroy()
  const shown = view()
  const series = seriesOf(shown, pinned)
  const log = logarithmic ?? series.length > 1
  $('log').ariaPressed = String(log)
  charts = panels.map((panel) => createChart(panel, { series, duration: shown.settings?.duration ?? 10, log }))
  draw()
}

function draw () {
  const shown = view()
  const series = seriesOf(shown, pinned)
  changed = replay !== null && shown.phase === 'running'
  showStatuses(shown)
  showProgress(shown)
  showFailures(shown)
  for (const panel of panels) showNumerals(shown, series, panel)
  for (const chart of charts) chart.draw(series)
}

function tick () {
  if (changed) draw()
  setTimeout(tick, calm.matches ? 1000 : 250)
}

$('settings').addEventListener('submit', (event) => event.preventDefault())
const BUTTONS = { start: startOrStop, race, play, pin, log: logAxis, theme }
for (const [id, action] of Object.entries(BUTTONS)) {
  $(id).addEventListener('click', ({ detail }) => {
    if (detail) $(id).blur() // a button that was clicked leaves the space bar free
    action()
  })
}
for (const [i, { panel, name }] of panels.entries()) {
  panel.addEventListener('click', ({ detail }) => {
    if (detail) name.blur()
    enlarge(i)
  })
}
dark.addEventListener('change', showTheme)
new window.ResizeObserver(rebuild).observe($('panels'))

showTheme()
tick()
if (document.documentElement.dataset.noServer === undefined) listen()
else showEarlierRuns().then(play)
