// What the page gets from its server and sends to it.

import { $, notify } from './dom.js'

export function listen (take, lose) {
  const stream = new window.EventSource('events') // it connects again by itself
  stream.addEventListener('message', ({ data }) => take(JSON.parse(data)))
  stream.addEventListener('error', lose)
}

export async function post (path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body)
  })
  notify(answer.ok ? '' : (await answer.json()).message)
  return answer.ok
}

async function load (path) {
  const answer = await fetch(path)
  return await answer.json()
}

/** Lists the earlier runs; the newest is selected. */
export async function listEarlierRuns () {
  const runs = await load('earlier.json')
  const options = runs.map(({ id, name }) => new window.Option(name, id))
  $('earlier').replaceChildren(...options)
  $('play').disabled = !runs.length
}

export const loadEarlierRun = () => load(`earlier/${$('earlier').value}`)
