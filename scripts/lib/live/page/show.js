// Writes the state and the figures into the page.

import { $, create, setText } from './dom.js'
import { figure, figureText, runsIn } from './figures.js'
import { statusOf } from './status.js'

export const UNITS = { rate: '/s', latency: 'ms', delay: 'ms', heap: 'MB', cpu: '%' }

export function showState (state, about) {
  const { phase, message, runs, current, settings } = state
  const { headline, more = '', detail } = statusOf(state, about)
  const texts = [about.profile || headline, more, detail]
  for (const [i, line] of [...$('summary').children].entries()) setText(line, texts[i] ?? '')
  $('summary').ariaLive = phase === 'running' ? 'off' : 'polite' // only the end is announced
  $('progress').max = settings.duration
  $('progress').value = current?.samples.at(-1)?.time ?? 0
  setText($('message'), message)
  showWarnings(runs)
  document.body.dataset.phase = phase
  for (const id of ['timeouts', 'unavailable', 'errors']) {
    const failing = runs.filter((run) => figure(run, id))
    const lines = failing.map((run) => `${run.target} ${figure(run, id).toLocaleString('en-US')}`)
    $(id).parentElement.hidden = !failing.length
    setText($(id), lines.join('\n'))
  }
}

// The first problem is a sentence, which opens to all of them.
function showWarnings (runs) {
  const lines = []
  for (const { target, result } of runs) {
    for (const warning of result?.warnings ?? []) lines.push(`${target}: ${warning}`)
  }
  $('warnings').hidden = !lines.length
  if (!lines.length) return
  const number = lines.length > 1 ? ` (${lines.length} warnings)` : ''
  setText($('warning'), lines[0].split('. ')[0] + number)
  setText($('warnings').lastElementChild, lines.join('\n'))
}

export function showFigures (series) {
  $('panels').classList.toggle('ended', Boolean(series.at(-1)?.result))
  for (const panel of $('panels').children) {
    const list = panel.querySelector('ul')
    const shown = runsIn(panel.id, series)
    if (list.children.length !== shown.length) list.replaceChildren(...shown.map(createFigure))
    for (const [i, run] of shown.entries()) showFigure(list.children[i], run, panel.id)
  }
}

function createFigure () {
  return create('li', {}, create('b'), create('span'))
}

function showFigure (item, run, id) {
  item.className = run.pinned ? 'pinned' : ''
  item.dataset.target = run.target
  setText(item.firstElementChild, run.target)
  const value = figure(run, id)
  setText(item.lastElementChild, format(value))
  item.lastElementChild.dataset.unit = Number.isFinite(value) ? UNITS[id] ?? '' : ''
}

function format (value) {
  if (value === Infinity) return '> 10 s'
  return value == null ? '–' : figureText(value)
}
