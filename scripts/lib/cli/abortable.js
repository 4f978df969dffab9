'use strict'

/**
 * Waits for a promise until an abort, which rejects with the signal's reason.
 * @template T
 * @param {PromiseLike<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
function abortable (promise, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort))
  })
}

module.exports = { abortable }
