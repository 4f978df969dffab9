'use strict'

/** @type {<T>(promise: PromiseLike<T>, signal?: AbortSignal) => Promise<T>} rejects with the reason of an abort */
function abortable (promise, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    Promise.resolve(promise).then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort))
  })
}

module.exports = { abortable }
