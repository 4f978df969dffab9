'use strict'

/**
 * Waits for a promise until the signal is aborted.
 *
 * @template T
 * @param {PromiseLike<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>} rejects with the signal's reason when it is aborted first
 */
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
