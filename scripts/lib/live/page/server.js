// What the page gets from its server and sends to it.

import { $, create, notify } from './dom.js'
import { minute } from './labels.js'

/** Calls `take` with each event. */
export function listen (take) {
  const stream = new window.EventSource('events') // it connects again by itself
  stream.addEventListener('message', ({ data }) => take(JSON.parse(data)))
  stream.addEventListener('open', () => notify(''))
  stream.addEventListener('error', () => notify('The connection is lost. Trying again …'))
}

export async function post (path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body)
  })
  notify(answer.ok ? '' : (await answer.json()).message)
}

async function load (path) {
  const answer = await fetch(path)
  return await answer.json()
}

/** Lists the earlier runs; the newest is selected. */
export async function listEarlierRuns () {
  const runs = await load('earlier.json')
  const options = runs.map(({ id, recorded, startedAt, targets }) => {
    const name = `${minute(startedAt)} ${targets.join(', ')}`
    return create('option', { value: id }, recorded ? `recorded ${name}` : name)
  })
  $('earlier').replaceChildren(...options)
  $('play').disabled = !runs.length
}

export const loadEarlierRun = () => load(`earlier/${$('earlier').value}`)
