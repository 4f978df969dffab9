// The live page: listens to the stream, shows the state, and passes on what is pressed.

import { chart, panels } from './charts.js'
import { number } from './format.js'
import { METRICS } from './metrics.js'
import { EVENTS, NOTHING, failures, figure, next } from './state.js'
import { now, summary } from './words.js'

const RACE = ['slow', 'fast', 'optimized']
const $ = (id) => document.getElementById(id)

const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const shown = panels($('panels'))

let state = NOTHING
let still = null // the state that a frozen page shows
let boot = ''
let charts = []
let dirty = true

const running = () => state.phase === 'running'
const pressed = (button) => button.ariaPressed === 'true'
const toggle = (button) => { button.ariaPressed = String(!pressed(button)) }

// The stream

function listen () {
  const stream = new window.EventSource('events')
  stream.addEventListener('hello', ({ data }) => greet(JSON.parse(data)))
  for (const type of EVENTS) stream.addEventListener(type, ({ data }) => take(type, JSON.parse(data)))
  stream.addEventListener('error', () => {
    notice('The connection is lost. Trying again …')
    // A browser tries again by itself, unless it was answered with an error.
    if (stream.readyState === window.EventSource.CLOSED) setTimeout(listen, 1000)
  })
}

function greet (hello) {
  notice('')
  if (hello.boot !== boot) state = NOTHING // what follows is the whole story
  boot = hello.boot
  offer(hello)
  for (const id of ['start', 'race']) $(id).disabled = false // now the stages are known
  showControls()
  rebuild()
}

function take (type, data) {
  state = next(state, type, data)
  dirty = true
  if (type === 'glance') return
  showControls()
  if (still) return
  if (type === 'start') rebuild()
  else draw()
}

// What is pressed

async function post (path, body) {
  try {
    const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    notice(answer.ok ? '' : (await answer.json()).message)
  } catch {
    notice('The live page has ended: run make live again')
  }
}

function start (targets) {
  if ($('start').disabled || !$('order').reportValidity()) return
  post('start', { targets, connections: $('connections').valueAsNumber, duration: $('duration').valueAsNumber })
}

const chosen = () => document.querySelector('[name=target]:checked')?.value
const startOrStop = () => running() ? post('stop', {}) : start([chosen()])
const race = () => { if (!running()) start(RACE) }

function freeze () {
  toggle($('freeze'))
  still = pressed($('freeze')) ? state : null
  $('freeze').textContent = still ? 'Frozen' : 'Freeze'
  rebuild()
}

function logAxis () {
  toggle($('log'))
  rebuild()
}

function theme () {
  document.documentElement.dataset.theme = pressed($('theme')) ? 'light' : 'dark'
  showTheme()
  rebuild()
}

function showTheme () {
  const { theme } = document.documentElement.dataset
  $('theme').ariaPressed = String(theme ? theme === 'dark' : dark.matches)
}

const KEYS = { ' ': startOrStop, r: race, f: freeze, l: logAxis, t: theme }

function press (event) {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.matches('[type=number]')) return
  const radio = document.querySelector(`[data-key="${window.CSS.escape(key)}"]`)
  const action = radio ? () => { radio.checked = true } : KEYS[key.toLowerCase()]
  if (!action || (key === ' ' && target.matches('button'))) return // a button in focus takes space itself
  event.preventDefault()
  action()
}

/** A button that was clicked does not keep the space bar to itself. */
function onClick (id, action) {
  $(id).addEventListener('click', (event) => {
    if (event.detail) event.currentTarget.blur()
    action()
  })
}

// What is shown

function notice (text) {
  if ($('notice').textContent !== text) $('notice').textContent = text
}

function offer ({ targets, limits }) {
  for (const [id, { minimum, maximum }] of Object.entries(limits)) Object.assign($(id), { min: minimum, max: maximum })
  const before = document.querySelector('[name=target]:checked')?.value ?? targets[0]
  const radios = targets.map((name, i) => {
    const label = document.createElement('label')
    const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'target', value: name, checked: name === before })
    radio.dataset.key = i + 1
    label.append(radio, `${i + 1} ${name}`)
    return label
  })
  $('targets').replaceChildren($('targets').querySelector('legend'), ...radios)
  $('digits').replaceChildren(...targets.flatMap((name, i) => [Object.assign(document.createElement('kbd'), { textContent: i + 1 }), ' ']))
}

function showControls () {
  $('start').textContent = running() ? 'Stop' : 'Start'
  $('start').classList.toggle('running', running())
  $('race').ariaDisabled = String(running())
}

function say (id, { headline, detail }) {
  for (const [name, text] of Object.entries({ headline, detail })) {
    const line = $(id).querySelector(`.${name}`)
    if (line.textContent !== text) line.textContent = text // a live region speaks of every change
  }
}

function showWords (view) {
  const ended = !['idle', 'running'].includes(view.phase)
  $('now').hidden = ended
  if (!ended) say('now', now(view))
  say('summary', ended ? summary(view) : { headline: '', detail: '' })
  $('words').hidden = !view.words
  if ($('words').textContent !== view.words) $('words').textContent = view.words
}

function showFailures ({ legs, order }) {
  for (const [id, count] of Object.entries(failures(legs))) {
    $(id).textContent = order ? number(count) : '–'
    $(id).classList.toggle('some', count > 0)
  }
}

function showNumerals ({ legs, order }, metric) {
  const { numerals, span } = shown.get(metric)
  const targets = order?.targets ?? ['']
  numerals.classList.toggle('several', targets.length > 1)
  numerals.replaceChildren(...targets.map((target, i) => numeral(target, legs[i], metric)))
  span.textContent = legs.at(-1)?.result ? metric.span : ''
}

function numeral (target, leg, { format, fleeting = format, unit, ...metric }) {
  const value = leg && figure(leg, metric)
  const item = document.createElement('li')
  item.className = target
  const part = (name, text) => item.append(Object.assign(document.createElement('span'), { className: name, textContent: text }))
  part('name', target)
  part('value', value == null ? '–' : (leg.result ? format : fleeting)(value))
  if (unit) item.lastChild.append(Object.assign(document.createElement('span'), { className: 'unit', textContent: ` ${unit}` }))
  if (value != null) item.dataset.value = value
  return item
}

function rebuild () {
  for (const one of charts) one.destroy()
  const { targets, duration } = (still ?? state).order ?? { targets: [], duration: 10 }
  charts = METRICS.map((metric) => chart(shown.get(metric).box, metric, { targets, duration, log: pressed($('log')) }))
  draw()
}

function draw () {
  dirty = false
  const view = still ?? state
  showWords(view)
  showFailures(view)
  METRICS.forEach((metric, i) => {
    showNumerals(view, metric)
    charts[i].draw(view.legs)
  })
}

function tick () {
  if (dirty && !still) draw()
  setTimeout(tick, calm.matches ? 1000 : 250)
}

$('order').addEventListener('submit', (event) => event.preventDefault())
onClick('start', startOrStop)
onClick('race', race)
onClick('freeze', freeze)
onClick('log', logAxis)
onClick('theme', theme)
document.addEventListener('keydown', press)
dark.addEventListener('change', () => { showTheme(); rebuild() })
new window.ResizeObserver(() => charts.forEach((one) => one.resize())).observe($('panels'))

showTheme()
rebuild()
tick()
listen()
