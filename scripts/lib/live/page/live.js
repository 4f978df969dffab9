// The live page: follows a run or plays an earlier one, and sends what the user presses.

import { createChart, dataOf } from './charts.js'
import { NO_TARGET, showSettings, ticked } from './controls.js'
import { $, notify, setText } from './dom.js'
import { METRICS } from './metrics.js'
import { listEarlierRuns, listen, loadEarlierRun, post } from './server.js'
import { createPanel, showFigures, showState } from './show.js'
import { NOTHING, next, seriesOf, stateAt } from './state.js'

const STAGES = ['slow', 'fast', 'optimized']
const calm = window.matchMedia('(prefers-reduced-motion: reduce)')

let state = NOTHING
/** @type {{saved: import('../types').LiveResult, began: number}|null} `began`: ms */
let replay = null
/** @type {import('./types').Run[]} */
let pinned = []
/** @type {import('uplot')[]} */
let charts = []
/** @type {boolean|null} null: several curves have a log axis */
let logarithmic = null
let changed = true

const isRunning = () => state.phase === 'running'

function shownState () {
  if (!replay) return state
  const seconds = (performance.now() - replay.began) / 1000
  return stateAt(replay.saved, seconds * $('speed').value)
}

function draw () {
  const shown = shownState()
  const series = seriesOf(shown, pinned)
  const duration = shown.settings?.duration ?? 10
  const isLog = logarithmic ?? series.length > 1
  showState(shown)
  setText($('start').firstElementChild, isRunning() ? 'Stop' : 'Start')
  for (const id of ['race', 'play']) $(id).ariaDisabled = String(isRunning())
  $('log').ariaPressed = String(isLog)
  $('pin').ariaPressed = String(pinned.length > 0)
  for (const metric of METRICS) showFigures(metric, series)
  if (!charts.length) charts = METRICS.map((metric) => createChart(metric, series, duration, isLog))
  for (const [i, chart] of charts.entries()) chart.setData(dataOf(METRICS[i], series))
  changed = replay !== null && shown.phase === 'running'
}

function redraw () {
  for (const chart of charts) chart.destroy()
  charts = []
  draw()
}

function tick () {
  if (changed) draw()
  setTimeout(tick, calm.matches ? 1000 : 250)
}

/** @param {import('../types').LiveEvent} event */
function take (event) {
  const { type, data } = event
  changed = true
  if (type === 'hello') {
    notify('')
    showSettings(data)
    state = NOTHING // all of the run follows
  } else {
    state = next(state, event)
  }
  if (type === 'start') replay = null
  if (type === 'hello' || type === 'end') listEarlierRuns()
  if (type === 'hello' || type === 'start') redraw()
}

/** @param {string[]} targets */
function start (targets) {
  if (isRunning() || !$('settings').reportValidity()) return
  if (!targets.length) return notify(NO_TARGET)
  const connections = $('connections').valueAsNumber
  const duration = $('duration').valueAsNumber
  post('start', { targets, connections, duration })
}

async function play () {
  const saved = isRunning() ? null : await loadEarlierRun()
  if (!saved) return
  replay = { saved, began: performance.now() }
  redraw()
}

function pin () {
  const done = shownState().runs.filter(({ result }) => result)
  pinned = pinned.length ? [] : done.map((run) => ({ ...run, pinned: true }))
  redraw()
}

/** The chart of listeners tells what is wrong with slow: it is shown when somebody asks for it. */
function switchSixthChart () {
  const { hidden } = $('listeners')
  $('listeners').hidden = !hidden
  $('sixth').ariaPressed = String(hidden)
  redraw()
}

function switchAxis () {
  logarithmic = $('log').ariaPressed === 'false'
  redraw()
}

function switchTheme () {
  const { style } = document.documentElement
  style.colorScheme = style.colorScheme === 'light' ? 'dark' : 'light'
  redraw()
}

/** Shows one chart alone, with the state of the run. @param {Event} event */
function toggleFullScreen ({ currentTarget }) {
  if (document.fullscreenElement) return document.exitFullscreen()
  const chart = /** @type {Element} */ (currentTarget)
  for (const { id } of METRICS) $(id).classList.toggle('alone', $(id) === chart)
  document.querySelector('main')?.requestFullscreen()
}

$('panels').append(...METRICS.map(createPanel))
$('settings').addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault())
const ACTIONS = {
  start: () => isRunning() ? post('stop', {}) : start(ticked()),
  race: () => start(STAGES),
  play,
  pin,
  sixth: switchSixthChart,
  log: switchAxis,
  theme: switchTheme
}
for (const [id, action] of Object.entries(ACTIONS)) $(id).addEventListener('click', action)
const resizes = new window.ResizeObserver(redraw)
for (const { id } of METRICS) {
  $(id).addEventListener('click', toggleFullScreen)
  resizes.observe($(id))
}
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)

tick()
if (document.documentElement.dataset.noServer === undefined) listen(take)
else listEarlierRuns().then(play)
