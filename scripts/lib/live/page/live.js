// The live page: follows a run or plays an earlier one, and sends what the user presses.

import { createCharts, updateCharts } from './charts.js'
import { chosen, createSettings, showSettings } from './controls.js'
import { $, notify, setText } from './dom.js'
import { calm, isGrowing, playFinale } from './finale.js'
import { clearFlames, leavePair, profileStatus, scaleGraphs, takeFlame } from './flames.js'
import { guessedRuns, sketch } from './guess.js'
import { listEarlierRuns, listen, loadEarlierRun, post } from './server.js'
import { showFigures, showState } from './show.js'
import { eventsUntil, stateOf } from './state.js'

const STAGES = ['slow', 'fast', 'optimized']
const REVEAL = ['Reveal', 'Press again', 'Hide']
const darkScheme = window.matchMedia('(prefers-color-scheme: dark)')
const { style, dataset } = document.documentElement

let events = []
let state = stateOf(events)
let heard = 0 // ms: when the last event came
let replay // `events`, `began` (ms) and `replayOf`, a sentence
let pinned = [] // runs
let pinnedFrom // the events of those runs
let isLog = false
let revealed = 0 // how often somebody asked: first for the cause of a silence, then for listeners
let changed = true
let finalists = [] // the runs that the bars show

const isRunning = () => state.phase === 'running'
const isReady = () => !['running', 'lost'].includes(state.phase)
const isAtRest = () => state.phase === 'idle' && !replay

function setEvents (list) {
  events = list
  state = stateOf(events)
}

const shownEvents = () => replay?.events ?? events

function shownState () {
  if (!replay) return state
  const seconds = (performance.now() - replay.began) / 1000
  return stateOf(eventsUntil(seconds * $('speed').value, replay.events))
}

function draw (drawCharts) {
  const shown = shownState()
  const earlier = pinnedFrom === shownEvents() ? [] : pinned
  const series = [...earlier, ...guessedRuns(), ...shown.runs]
  const profile = profileStatus()
  showFinale(shown.phase === 'done' ? series.filter(({ result }) => result) : [])
  showState(shown, {
    profile,
    replayOf: replay?.replayOf ?? '',
    waited: replay ? 0 : (performance.now() - heard) / 1000,
    isGrowing: isGrowing(),
    isRevealed: revealed > 0
  })
  showSettings(shown.phase === 'running' ? shown.settings : null)
  showFigures(series)
  setText($('start').firstElementChild, isRunning() ? 'Stop' : 'Start')
  setText($('reveal').firstElementChild, REVEAL[revealed])
  for (const id of ['race', 'play']) $(id).ariaDisabled = String(!isReady())
  $('start').disabled = state.phase === 'lost'
  $('log').ariaPressed = String(isLog)
  $('pin').ariaPressed = String(pinned.length > 0)
  $('listeners').hidden = revealed < 2
  drawCharts(series, isLog, shown.settings.duration)
  changed = shown.phase === 'running' || Boolean(profile)
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
  if (isShown) playFinale(finalists, redraw)
}

function take (event) {
  const { type, data } = event
  const isNew = ['hello', 'start'].includes(type)
  const isOver = type === 'end' && state.runs.length > 1
  if (isNew || isOver || type === 'flame') notify('') // what was refused is possible
  changed = true
  if (type === 'flame') return takeFlame(data).then(redraw)
  heard = performance.now()
  if (type === 'hello') createSettings(data)
  if (isNew) {
    events = []
    replay = null
    clearFlames()
  }
  setEvents([...events, event])
  if (isNew) redraw()
  if (!isRunning()) listEarlierRuns()
}

function lose () {
  replay = null
  setEvents([...events, { type: 'end', data: { outcome: 'lost' } }])
  redraw()
}

async function start (settings) {
  if (!isReady() || !$('settings').reportValidity()) return
  if (!settings.targets.length) return notify('Tick at least one target')
  if (!await post('start', settings)) ask() // an old headline would contradict the refusal
}

// Goes back to the question. The room draws its guess, or types it.
function ask () {
  if (!isReady()) return
  replay = null
  setEvents([])
}

async function play () {
  if (!isReady()) return
  finalists = []
  const began = performance.now()
  const { events, startedAt, environment } = await loadEarlierRun()
  const time = startedAt.slice(0, 16).replace('T', ' ')
  const replayOf = `Replay of ${time} UTC, Node.js ${environment.node}.`
  replay = { events, began, replayOf }
}

// Profiles what is shown; then shows the next pair of graphs, and at last none.
async function flame () {
  if (leavePair() || profileStatus()) return
  const { targets, ...settings } = chosen
  const shown = shownState().runs.map(({ target }) => target)
  const wanted = { ...settings, targets: shown.length ? shown : targets }
  if (!await post('flame', wanted)) clearFlames() // it may have begun
}

function pin () {
  const done = shownState().runs.filter(({ result }) => result)
  const isFree = !pinned.length && !guessedRuns().length
  pinned = isFree ? done.map((run) => ({ ...run, pinned: true })) : []
  pinnedFrom = shownEvents()
  $('guess').value = ''
}

function switchTheme () {
  const isDark = style.colorScheme ? style.colorScheme === 'dark' : darkScheme.matches
  style.colorScheme = isDark ? 'light' : 'dark'
  window.sessionStorage.setItem('theme', style.colorScheme)
}

async function toggleFullScreen ({ target }) {
  if (document.fullscreenElement) await document.exitFullscreen()
  else if (!isAtRest()) await target.closest('article')?.requestFullscreen()
}

const ACTIONS = {
  start: () => isRunning() ? post('stop', {}) : start(chosen),
  race: () => start({ ...chosen, targets: STAGES }),
  play,
  pin,
  flame,
  ask,
  scale: scaleGraphs,
  reveal: () => {
    revealed = (revealed + 1) % REVEAL.length
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
for (const type of ['pointerdown', 'pointermove']) {
  $('rate').addEventListener(type, (event) => isAtRest() && sketch(event) && redraw())
}
$('settings').addEventListener('submit', (event) => event.preventDefault())
$('guess').addEventListener('input', redraw)
style.colorScheme = window.sessionStorage.getItem('theme') ?? ''
darkScheme.addEventListener('change', redraw)
new window.ResizeObserver(redraw).observe($('panels'))
setInterval(() => changed && draw(updateCharts), calm.matches ? 1000 : 250)

if (dataset.noServer === undefined) listen(take, lose)
else listEarlierRuns().then(redraw)
