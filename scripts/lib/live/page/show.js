// Writes the state and the figures into the page.

import { $, create, setText } from './dom.js'
import { number } from './labels.js'
import { failures, figure } from './state.js'
import { statusOf } from './status.js'

/** @import { Metric, Run, State } from './types' */

/** @param {State} state */
export function showState (state) {
  const { settings, runs, phase, message } = state
  const { headline, detail } = statusOf(state)
  const isOver = !['idle', 'running'].includes(phase)
  // A screen reader announces the summary only.
  for (const [id, isShown] of Object.entries({ now: !isOver, summary: isOver })) {
    setText($(id).firstElementChild, isShown ? headline : '')
    setText($(id).lastElementChild, isShown ? detail : '')
  }
  setText($('message'), message)
  const loaded = phase === 'running' ? runs.at(-1)?.target : ''
  for (const label of $('targets').querySelectorAll('label')) {
    label.ariaCurrent = String(label.control.value === loaded)
  }
  for (const id of ['timeouts', 'unavailable', 'errors']) {
    const counts = runs.filter((run) => failures(run)[id])
    const texts = counts.map((run) => `${run.target} ${number(failures(run)[id])}`)
    $(id).classList.toggle('some', texts.length > 0)
    setText($(id), texts.join('\n') || (settings ? '0' : '–'))
  }
}

/** @param {Metric} metric @returns {Node} */
export function createPanel ({ id, title, span }) {
  const what = create('span', { className: 'span', hidden: true }, span)
  const heading = create('h2', {}, create('button', {}, title), what)
  const chart = create('div', { className: 'chart', role: 'img', ariaLabel: `${title} over time` })
  return create('article', { id, hidden: id === 'listeners' }, heading, create('ul', {}), chart)
}

/** @type {(metric: Metric, series: Run[]) => void} */
export function showFigures (metric, series) {
  const panel = $(metric.id)
  const span = panel.querySelector('.span')
  span.hidden = !series.at(-1)?.result
  panel.classList.toggle('several', series.length > 1)
  panel.querySelector('ul').replaceChildren(...series.map((run) => numeral(metric, run)))
}

/** @type {(metric: Metric, run: Run) => Node} */
function numeral (metric, run) {
  const value = figure(run, metric)
  let text = value == null ? '–' : number(value)
  if (value === Infinity) text = '> 10 s'
  const className = run.pinned ? 'pinned' : ''
  const item = create('li', { className }, create('b', {}, run.target), create('span', {}, text))
  item.dataset.target = run.target
  item.dataset.value = String(value ?? '')
  return item
}
