// Writes the state and the figures into the page.

import { $, create, setText } from './dom.js'
import { figure, linesOf } from './figures.js'
import { count, figureText } from './labels.js'
import { statusOf } from './status.js'

export const UNITS = { rate: '/s', latency: 'ms', delay: 'ms', heap: 'MB', cpu: '%' }

export function showState (state, replayOf) {
  const { phase, message, runs, current, settings } = state
  const { headline, more = '', detail } = statusOf(state, replayOf)
  // A screen reader announces the summary only.
  const shown = ['idle', 'running'].includes(phase) ? 'now' : 'summary'
  for (const id of ['now', 'summary']) {
    const texts = id === shown ? [headline, more, detail] : []
    for (const [i, line] of [...$(id).children].entries()) setText(line, texts[i] ?? '')
  }
  $('progress').max = settings.duration
  $('progress').value = current?.samples.at(-1)?.time ?? 0
  setText($('message'), message || warningsOf(runs))
  document.body.dataset.phase = phase
  for (const id of ['timeouts', 'unavailable', 'errors']) {
    const failing = runs.filter((run) => figure(run, id))
    const lines = failing.map((run) => `${run.target} ${count(figure(run, id))}`)
    $(id).parentElement.hidden = !failing.length
    setText($(id), lines.join('\n'))
  }
}

function warningsOf (runs) {
  const lines = []
  for (const { target, result } of runs) {
    for (const warning of result?.warnings ?? []) lines.push(`${target}: ${warning}.`)
  }
  return lines.join('\n')
}

export function showFigures (series) {
  $('panels').classList.toggle('ended', Boolean(series.at(-1)?.result))
  for (const panel of $('panels').children) {
    const list = panel.querySelector('ul')
    if (list.children.length !== series.length) list.replaceChildren(...series.map(createFigure))
    for (const [i, run] of series.entries()) showFigure(list.children[i], run, panel.id)
  }
}

function createFigure () {
  return create('li', {}, create('b'), create('span'))
}

function showFigure (item, run, id) {
  item.className = run.pinned ? 'pinned' : ''
  item.dataset.target = run.target
  const [, tail] = linesOf(run, id)
  setText(item.firstElementChild, tail.length ? `${run.target}, blocked` : run.target)
  const value = figure(run, id)
  setText(item.lastElementChild, format(value))
  item.lastElementChild.dataset.unit = value == null ? '' : UNITS[id] ?? ''
}

function format (value) {
  if (value === Infinity) return '> 10,000'
  return value == null ? '–' : figureText(value)
}
