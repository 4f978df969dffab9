// The state in words: a headline for the back row, and the details.

import { BLOCKED, figure, silence } from './figures.js'
import { figureText } from './labels.js'

/**
 * Gives the `headline` and the `detail` of a state, and what is smaller than the headline; a replay
 * has a sentence about itself.
 */
export function statusOf (state, replayOf = '') {
  const { phase, current } = state
  if (phase === 'idle') {
    return {
      headline: 'Tick a stage and press Start',
      detail:
        'It runs all that are ticked, one after another. Race runs the stages.'
    }
  }
  if (phase === 'lost') {
    return {
      headline: 'The connection to make live is lost',
      detail: 'Start it again: this page connects by itself.'
    }
  }
  if (phase !== 'running') return describeEnd(state, replayOf)
  const { target, samples, result } = current ?? state.runs[0]
  if (!samples.length) return { headline: `Starting ${target}, warming up …`, detail: replayOf }
  const { duration } = state.settings
  const { time, rate } = samples.at(-1)
  const more = `${target}: ${Math.min(time, duration).toFixed(1)} of ${duration} s`
  const silent = silence({ samples })
  let headline = `${target} answers ${figureText(rate)} requests per second`
  if (!result && silent >= BLOCKED) {
    headline = `The event loop is blocked: no reading for ${silent.toFixed(1)} s`
  }
  return { headline, more, detail: replayOf }
}

function describeEnd ({ phase, runs, current: { target } }, replayOf) {
  const done = runs.filter(({ result }) => result)
  const details = []
  let headline = `${target} ${phase}`
  let more = ''
  if (phase === 'done') {
    const [first, ...others] = done
    const ratios = others.map((run, i) => {
      return `${run.target}: ${ratioOf(run, done[i])} the answers of ${done[i].target}`
    })
    headline = ratios[0] ?? `${target}: ${figureText(figure(first, 'rate'))} requests per second`
    more = ratios.slice(1).join('; ')
  } else {
    details.push(`Nothing of ${target} is saved.`)
  }
  if (done.length) {
    details.push(`CPU time per request: ${done.map(cpuTime).join(', ')}.`)
  }
  if (replayOf) details.push(replayOf)
  return { headline, more, detail: details.join(' ') }
}

function cpuTime ({ target, result: { cpuPerRequest, bottleneck } }) {
  const limit =
    bottleneck === 'generator' ? ' (the load generator was the bottleneck)' : ''
  return `${target} ${figureText(cpuPerRequest)} µs${limit}`
}

/** Gives the ratio of answers: a bound if the load generator was the bottleneck of a run. */
export function ratioOf ({ result }, before) {
  const factor = result.answered / before.result.answered
  let bound = result.bottleneck === 'generator' ? '≥ ' : ''
  if (before.result.bottleneck === 'generator') bound = bound ? '≈ ' : '≤ '
  return `${bound}${figureText(factor)} ×`
}
