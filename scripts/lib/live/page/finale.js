// The end of a race: the loads run again, at the same time, as bars that grow with the answers.

import { $, create, setText } from './dom.js'

const LENGTH = 6000 // ms, however long the loads took
const BEAT = 1500 // ms: the third bar starts later
export const calm = window.matchMedia('(prefers-reduced-motion: reduce)')

let frame // that is requested, while bars grow

export const isGrowing = () => Boolean(frame) && !$('finale').hidden

/** Shows the bars of runs, each with a result, and lets them grow. At last, `onEnd` is called. */
export function playFinale (runs, onEnd) {
  window.cancelAnimationFrame(frame)
  frame = null
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
      const read = run.samples.findLast(({ time }) => time <= share * seconds)
      const answers = share < 1 ? read?.answered ?? 0 : run.result.answered
      rows[i].querySelector('.bar').style.width = `${100 * answers / most}%`
      setText(rows[i].querySelector('.count'), answers.toLocaleString('en-US'))
    }
    const wasGrowing = frame
    frame = share < 1 ? window.requestAnimationFrame(grow) : null
    if (wasGrowing && !frame) onEnd()
  }

  grow(began)
}

function createRow ({ target, pinned }) {
  const row = create('li', { className: pinned ? 'pinned' : '' },
    create('b', {}, target),
    create('span', { className: 'count' }),
    create('span', { className: 'track' }, create('span', { className: 'bar' })))
  row.dataset.target = target
  return row
}
