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
  if (current?.samples.length) return describeLoad(state, replayOf)
  return { headline: 'Starting, warming up …', detail: replayOf }
}

function describeLoad ({ current, duration }, replayOf) {
  const time = Math.min(current.samples.at(-1).time, duration).toFixed(1)
  const headline = `${current.target}: ${time} of ${duration} s`
  const silent = silence(current)
  if (current.result || silent < BLOCKED) return { headline, detail: replayOf }
  const detail = `The event loop is blocked: no reading for ${silent.toFixed(1)} s`
  return { headline, detail }
}

function describeEnd ({ phase, runs, current: { target } }, replayOf) {
  const done = runs.filter(({ result }) => result)
  const details = []
  let headline = `${target} ${phase}`
  let more = ''
  if (phase === 'done') {
    const [first, ...others] = done
    const ratios = others.map((run, i) => compareAnswers(run, done[i]))
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

// A ratio is a bound if the load generator was the bottleneck of one of the two.
function compareAnswers ({ target, result }, before) {
  const factor = result.answered / before.result.answered
  let bound = result.bottleneck === 'generator' ? '≥ ' : ''
  if (before.result.bottleneck === 'generator') bound = bound ? '≈ ' : '≤ '
  return `${target}: ${bound}${figureText(factor)} × the answers of ${before.target}`
}
