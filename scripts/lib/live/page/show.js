// Writes the state and the figures into the page.

import { $, create, setText } from './dom.js'
import { figure } from './figures.js'
import { number } from './labels.js'
import { statusOf } from './status.js'

export function showState (state, replayOf) {
  const { phase, message, runs, current } = state
  const { headline, detail } = statusOf(state, replayOf)
  // A screen reader announces the summary only.
  const shown = ['idle', 'running'].includes(phase) ? 'now' : 'summary'
  for (const id of ['now', 'summary']) {
    setText($(id).firstElementChild, id === shown ? headline : '')
    setText($(id).lastElementChild, id === shown ? detail : '')
  }
  setText($('message'), message)
  const loaded = phase === 'running' && current?.target
  for (const label of $('targets').querySelectorAll('label')) {
    label.ariaCurrent = String(label.control.value === loaded)
  }
  for (const id of ['timeouts', 'unavailable', 'errors']) {
    const failing = runs.filter((run) => figure(run, id))
    const lines = failing.map(
      (run) => `${run.target} ${number(figure(run, id))}`
    )
    $(id).classList.toggle('some', failing.length > 0)
    setText($(id), lines.join('\n') || (phase === 'idle' ? '–' : '0'))
  }
}

export function showFigures (series) {
  $('panels').classList.toggle('ended', Boolean(series.at(-1)?.result))
  for (const panel of $('panels').children) {
    const figures = series.map((run) => createFigure(run, panel.id))
    panel.querySelector('ul').replaceChildren(...figures)
  }
}

function createFigure (run, id) {
  const name = create('b', {}, run.target)
  const value = create('span', {}, format(figure(run, id)))
  const item = create(
    'li',
    { className: run.pinned ? 'pinned' : '' },
    name,
    value
  )
  item.dataset.target = run.target
  return item
}

function format (value) {
  if (value === Infinity) return '> 10 s'
  return value == null ? '–' : number(value)
}
