// The end of a race: the loads run again, at the same time, as bars that grow with the answers.

import { $, create, setText } from './dom.js'
import { count } from './labels.js'
import { ratioOf } from './status.js'

const LENGTH = 6000 // ms, however long the loads took
const BEAT = 1500 // ms: the third bar starts later
export const calm = window.matchMedia('(prefers-reduced-motion: reduce)')

let frame // that is requested

/** Gives the answers of a run up to a moment of its load, in s. */
function answersUntil ({ samples, result }, seconds) {
  const next = samples.findIndex(({ time }) => time > seconds)
  if (next < 0) return result.answered // a blocked event loop answers last
  const { time: end, answered } = samples[next]
  const { time: begin, answered: before } = samples[next - 1] ?? { time: 0, answered: 0 }
  return before + (answered - before) * (seconds - begin) / (end - begin)
}

/** Shows the bars of runs, each with a result, and lets them grow. */
export function playFinale (runs) {
  window.cancelAnimationFrame(frame)
  const seconds = Math.max(...runs.map(({ samples }) => samples.at(-1)?.time ?? 0))
  const most = Math.max(...runs.map(({ result }) => result.answered))
  const rows = runs.map(createRow)
  $('bars').replaceChildren(...rows)
  const began = performance.now()

  function grow (now) {
    let share = 1
    for (const [i, run] of runs.entries()) {
      const passed = now - began - BEAT * Math.max(0, i - 1)
      if (!calm.matches) share = Math.min(1, Math.max(0, passed) / LENGTH)
      const answers = share < 1 ? answersUntil(run, share * seconds) : run.result.answered
      rows[i].querySelector('.bar').style.width = `${100 * answers / most}%`
      setText(rows[i].querySelector('.count'), count(answers))
      const ratio = i && share === 1 ? ratioOf(run, runs[i - 1]) : ''
      setText(rows[i].querySelector('.ratio'), ratio)
    }
    if (share < 1) frame = window.requestAnimationFrame(grow)
  }

  grow(began)
}

function createRow ({ target, pinned }) {
  const row = create('li', { className: pinned ? 'pinned' : '' },
    create('b', {}, target),
    create('span', { className: 'ratio' }),
    create('span', { className: 'count' }),
    create('span', { className: 'track' }, create('span', { className: 'bar' })))
  row.dataset.target = target
  return row
}
