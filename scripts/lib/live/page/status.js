// The state in words: a headline for the back row, and the details.

import { figure, figureText, silence, SILENT } from './figures.js'

const LATE = 1 // s: after the load, the last answers take longer than a reading
// Of a ratio and of a time, if the generator was the bottleneck of neither run, of one, or of both.
const SIGNS = ['', '≥ ', '≤ ', '≈ ']
const WORDS = ['', 'at most ', 'at least ', 'about ']

/**
 * Gives the `headline` of a state, `more` for below it, and the `detail`. `replayOf` is a sentence
 * about a replay; `waited` are the seconds since the last event.
 */
export function statusOf (state, { replayOf, waited, isGrowing, isRevealed }) {
  const { phase, current, runs, settings: { duration } } = state
  if (isGrowing) return { headline: 'The same loads, at the same time', detail: replayOf }
  if (phase === 'idle' || phase === 'lost') return {}
  if (phase !== 'running') return describeEnd(state, replayOf)
  const { target, samples, result } = current ?? runs[0]
  if (!samples.length) return { headline: `Starting ${target}, warming up …`, detail: replayOf }
  const { time, rate } = samples.at(-1)
  const more = `${target}: ${Math.min(time, duration).toFixed(1)} of ${duration} s`
  const silent = result ? 0 : silence({ samples })
  let headline = `${target}: ${figureText(rate)} requests per second`
  let detail = replayOf
  if (silent >= SILENT) {
    headline = `No reading from ${target} for ${silent.toFixed(1)} s`
    if (isRevealed) detail = 'The event loop is blocked: nothing else can run.'
  }
  if (!result && waited >= LATE && time > duration - SILENT) {
    headline = `Waiting for the last answers of ${target} … ${Math.floor(waited)} s`
  }
  return { headline, more, detail }
}

function describeEnd ({ phase, runs, current: { target }, settings }, replayOf) {
  const done = runs.filter(({ result }) => result)
  const details = phase === 'done' ? [] : [`Nothing of ${target} is saved.`]
  let headline = `${target} ${phase}`
  let more = ''
  if (phase === 'done') {
    const [first, ...others] = done
    const sentences = others.map((run, i) => compare(run, done[i], settings.duration))
    headline = sentences[0] ?? `${target}: ${figureText(figure(first, 'rate'))} requests per second`
    more = sentences.slice(1).join('; ')
  }
  if (done.length) {
    details.push(`CPU time per request: ${done.map(cpuTime).join(', ')}.`)
  }
  return { headline, more, detail: [...details, replayOf].join(' ').trim() }
}

/** Says in how many seconds the faster of two servers gave the answers of the other. */
function compare (run, before, duration) {
  if (run.result.answered < before.result.answered) return compare(before, run, duration)
  const factor = run.result.answered / before.result.answered
  const time = `${figureText(duration / factor)} s what ${before.target} answered in ${duration} s`
  const bound = Number(isBound(run)) + 2 * Number(isBound(before))
  return `${run.target} answered in ${WORDS[bound]}${time}: ${SIGNS[bound]}${figureText(factor)} ×`
}

function cpuTime (run) {
  const limit = isBound(run) ? ' (the load generator was the bottleneck)' : ''
  return `${run.target} ${figureText(run.result.cpuPerRequest)} µs${limit}`
}

const isBound = ({ result }) => result.bottleneck === 'generator'
