// The room's guess: a curve that is drawn or typed before the run.

import { pointAt } from './charts.js'
import { $ } from './dom.js'

const numbers = () => $('guess').value.split(/[\s,;]+/).filter(Boolean)

/** Gives the guess as a run, if there is one: each number in the field is that of a second. */
export function guessedRuns () {
  const samples = []
  for (const [i, number] of numbers().entries()) {
    if (number >= 0) samples.push({ time: i + 1, rate: Number(number) })
  }
  return samples.length ? [{ target: 'guess', pinned: true, isGuess: true, samples }] : []
}

/** Writes the point of a pointer into the field. @returns {boolean} whether it is pressed */
export function sketch (event) {
  if (!event.buttons || event.target.matches('button')) return false
  event.currentTarget.setPointerCapture(event.pointerId)
  const { second, rate } = pointAt(event)
  const all = numbers()
  while (all.length < second) all.push('–')
  all[second - 1] = String(Number(rate.toPrecision(2)))
  $('guess').value = all.join(' ')
  return true
}
