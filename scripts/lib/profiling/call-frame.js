'use strict'

const { toPath } = require('./frames')

/**
 * A frame of ours from one of the Chrome DevTools protocol.
 *
 * @param {{functionName: string, url: string, lineNumber: number}} callFrame its lines begin with 0
 * @returns {import('./frames').Frame}
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Runtime/#type-CallFrame
 */
function fromCallFrame ({ functionName, url, lineNumber }) {
  return { name: functionName || '(anonymous)', file: toPath(url), line: lineNumber + 1 }
}

module.exports = { fromCallFrame }
