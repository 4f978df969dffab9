// The live page: follows a run or plays an earlier one, and sends what the user presses.

import { createCharts, updateCharts } from './charts.js'
import { chosen, createSettings, showSettings } from './controls.js'
import { $, notify, setText } from './dom.js'
import { calm, playFinale } from './finale.js'
import { clearFlames, leavePair, markSearched, takeFlame } from './flames.js'
import { listEarlierRuns, listen, loadEarlierRun, post } from './server.js'
import { showFigures, showState } from './show.js'
import { eventsUntil, stateOf } from './state.js'

const STAGES = ['slow', 'fast', 'optimized']
const darkScheme = window.matchMedia('(prefers-color-scheme: dark)')

let events = []
let state = stateOf(events)
let replay // `events`, `began` (ms) and `replayOf`, a sentence
let pinned = [] // runs
let isLog = false
let isDark = darkScheme.matches
let changed = true
let finalists = [] // the runs that the bars show

const isRunning = () => state.phase === 'running'
const isLost = () => state.phase === 'lost'

function shownState () {
  if (!replay) return state
  const seconds = (performance.now() - replay.began) / 1000
  return stateOf(eventsUntil(seconds * $('speed').value, replay.events))
}

function draw (drawCharts) {
  const shown = shownState()
  const series = [...pinned, ...shown.runs]
  showState(shown, replay?.replayOf)
  showSettings(shown.phase === 'running' ? shown.settings : null)
  showFigures(series)
  setText($('start').firstElementChild, isRunning() ? 'Stop' : 'Start')
  for (const id of ['race', 'play']) $(id).ariaDisabled = String(isRunning() || isLost())
  $('start').disabled = isLost()
  $('log').ariaPressed = String(isLog)
  $('pin').ariaPressed = String(pinned.length > 0)
  $('sixth').ariaPressed = String(!$('listeners').hidden)
  showFinale(shown.phase === 'done' ? series.filter(({ result }) => result) : [])
  drawCharts(series, isLog, shown.settings.duration)
  changed = replay && shown.phase === 'running'
}

const redraw = () => draw(createCharts)

// Once runs are over, their bars grow.
function showFinale (runs) {
  const isNew = runs.length !== finalists.length
  finalists = runs
  $('together').ariaDisabled = String(runs.length < 2)
  if (runs.length < 2) toggleBars(false)
  else if (isNew) toggleBars(true)
}

function toggleBars (isShown) {
  $('together').ariaPressed = String(isShown)
  $('finale').hidden = !isShown
  $('panels').hidden = isShown
  if (isShown) playFinale(finalists)
}

function take (event) {
  if (event.type === 'flame') return takeFlame(event.data)
  const isNew = ['hello', 'start'].includes(event.type)
  if (event.type === 'hello') createSettings(event.data)
  if (isNew) {
    events = []
    replay = null
    clearFlames()
  }
  events.push(event)
  state = stateOf(events)
  changed = true
  if (isNew) redraw()
  if (!isRunning()) listEarlierRuns()
}

function lose () {
  if (isLost()) return
  replay = null
  events.push({ type: 'end', data: { outcome: 'lost' } })
  state = stateOf(events)
  redraw()
}

async function start (settings) {
  if (isRunning() || isLost() || !$('settings').reportValidity()) return
  if (!settings.targets.length) return notify('Tick at least one target')
  if (await post('start', settings)) return
  events = [] // the headline of an earlier run would contradict the refusal
  state = stateOf(events)
  redraw()
}

async function play () {
  if (isRunning() || isLost()) return
  finalists = []
  const began = performance.now()
  const { events, startedAt, environment } = await loadEarlierRun()
  const time = startedAt.slice(0, 16).replace('T', ' ')
  replay = {
    events,
    began,
    replayOf: `Replay of ${time} UTC, Node.js ${environment.node}.`
  }
}

// Profiles what is shown; then shows the next pair of graphs, and at last none.
async function flame () {
  if (leavePair()) return
  if (finalists.length > 1) toggleBars(true) // curves need the width
  const { targets, ...settings } = chosen
  const shown = shownState().runs.map(({ target }) => target)
  const wanted = { ...settings, targets: shown.length ? shown : targets }
  if (!await post('flame', wanted)) clearFlames() // it may have begun
}

function pin () {
  const done = shownState().runs.filter(({ result }) => result)
  pinned = pinned.length ? [] : done.map((run) => ({ ...run, pinned: true }))
}

function switchTheme () {
  isDark = !isDark
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
}

// Shows one chart alone, with the state of the run.
function toggleFullScreen ({ target }) {
  if (document.fullscreenElement) return document.exitFullscreen()
  const chosen = target.closest('article')
  for (const panel of $('panels').children) {
    panel.classList.toggle('alone', panel === chosen)
  }
  if (chosen) $('main').requestFullscreen()
}

const ACTIONS = {
  start: () => isRunning() ? post('stop', {}) : start(chosen),
  race: () => start({ ...chosen, targets: STAGES }),
  play,
  pin,
  flame,
  // The chart tells what is wrong with slow: it is shown if somebody asks for it.
  sixth: () => {
    $('listeners').hidden = !$('listeners').hidden
  },
  together: () => {
    if (finalists.length > 1) toggleBars($('finale').hidden)
  },
  log: () => {
    isLog = !isLog
  },
  theme: switchTheme,
  panels: toggleFullScreen
}
for (const [id, action] of Object.entries(ACTIONS)) {
  $(id).addEventListener('click', async (event) => {
    await action(event)
    redraw()
  })
}
$('settings').addEventListener('submit', (event) => event.preventDefault())
$('search').addEventListener('input', markSearched)
darkScheme.addEventListener('change', redraw)
new window.ResizeObserver(redraw).observe($('panels'))
setInterval(() => changed && draw(updateCharts), calm.matches ? 1000 : 250)

if (document.documentElement.dataset.noServer === undefined) listen(take, lose)
else listEarlierRuns().then(play).then(redraw)
