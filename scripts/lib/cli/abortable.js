'use strict'

/** @type {<T>(promise: PromiseLike<T>, signal?: AbortSignal) => Promise<T>} rejects with the reason of an abort */
async function abortable (promise, signal) {
  if (!signal) return await promise
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise((_resolve, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

module.exports = { abortable }
