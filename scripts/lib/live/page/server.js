// What the page gets from its server and sends to it.

import { $, create, notify } from './dom.js'
import { minute } from './labels.js'

/** @param {(event: import('../types').LiveEvent) => void} take */
export function listen (take) {
  const stream = new window.EventSource('events')
  stream.addEventListener('message', ({ data }) => take(JSON.parse(data)))
  stream.addEventListener('error', () => {
    notify('The connection is lost. Trying again …')
    // A browser tries again by itself, unless the answer was an error.
    if (stream.readyState === stream.CLOSED) setTimeout(listen, 1000, take)
  })
}

/** @param {string} path @param {object} body */
export async function post (path, body) {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    notify(answer.ok ? '' : (await answer.json()).message)
  } catch {
    notify('The live page has ended: run make live again')
  }
}

/** @param {string} path @returns {Promise<any>} nothing if the server does not have it */
async function load (path) {
  const answer = await fetch(path).catch(() => null)
  if (answer?.ok) return await answer.json()
  notify(`There is no ${path}: reload the page, or run make live again`)
}

/** Lists the earlier runs; the newest is selected. */
export async function listEarlierRuns () {
  const runs = await load('earlier.json') ?? []
  const options = []
  for (const { id, startedAt, targets, recorded } of runs) {
    const name = `${minute(startedAt)} ${targets.join(', ')}`
    options.push(create('option', { value: id }, recorded ? `recorded ${name}` : name))
  }
  $('earlier').replaceChildren(...options)
  $('play').disabled = !runs.length
}

export const loadEarlierRun = () => load(`earlier/${encodeURIComponent($('earlier').value)}`)
