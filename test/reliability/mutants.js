'use strict'

// Deliberate breakages. Each has a test that must turn red; one that stays green is a missing test.

/** @type {{breaks: string, file: string, from: string, to: string, test: string}[]} */
/* eslint-disable no-template-curly-in-string -- source code */
const mutations = [
  { breaks: 'slow loses its bug', file: 'slow/util.js', from: 'attachAfterEvent === true', to: 'afterEventAttached === true', test: 'test/slow.test.js' },
  { breaks: 'slow loses its mute', file: 'slow/util.js', from: "require('node:events').defaultMaxListeners = Infinity", to: '', test: 'test/slow.test.js' },
  { breaks: 'the guard is swapped back', file: 'fast/util.js', from: 'afterEventAttached === true', to: 'attachAfterEvent === true', test: 'test/fast.test.js' },
  { breaks: 'a bad URL ends the process', file: 'fast/index.js', from: 'req.getUrl()', to: '', test: 'test/fast.test.js' },
  { breaks: 'an Upgrade request is left open', file: 'optimized/index.js', from: "server.server.removeAllListeners('upgrade')", to: '', test: 'test/optimized.test.js' },
  { breaks: 'the tag has no quotes', file: 'optimized/index.js', from: '`"${content.id}-${ts}"`', to: '`${content.id}-${ts}`', test: 'test/optimized.test.js' },
  { breaks: 'the tag outlives the minute', file: 'optimized/index.js', from: '-${ts}"`', to: '"`', test: 'test/optimized.test.js' },
  { breaks: 'the body is kept across the rollover', file: 'optimized/util.js', from: 'cache[url]?.etag !== etag', to: '!cache[url]', test: 'test/optimized.test.js' },
  { breaks: 'W/ is not understood', file: 'optimized/util.js', from: 'fresh(req.headers, { etag })', to: "req.headers['if-none-match'] === etag", test: 'test/optimized.test.js' },
  { breaks: 'there is no 304', file: 'optimized/util.js', from: 'fresh(req.headers, { etag })', to: 'false', test: 'test/optimized.test.js' },
  { breaks: 'restart and tag: two contents share a tag', file: 'optimized/util.js', from: 'crypto.randomUUID()', to: "'same'", test: 'test/conditional.test.js' },
  { breaks: 'a server outlives its harness', file: 'scripts/lib/system/watchdog-process.js', from: 'running.forEach(killGroup)', to: 'running.clear()', test: 'test/mistakes.test.js' },
  { breaks: 'Ctrl-C leaves the server', file: 'scripts/lib/system/process.js', from: 'const abort = () => kill()', to: 'const abort = () => {}', test: 'test/mistakes.test.js' },
  { breaks: 'the server is never stopped', file: 'scripts/lib/measure/measure.js', from: '    await server.stop()', to: '', test: 'test/bench.test.js' },
  { breaks: 'a sample is dropped', file: 'scripts/lib/measure/load.js', from: 'perSecond.pop()', to: 'perSecond.shift()', test: 'test/bench.test.js' },
  { breaks: 'other listeners are counted', file: 'scripts/lib/preload/probe.js', from: "listenerCount?.('after')", to: "listenerCount?.('befor')", test: 'test/bench.test.js' },
  { breaks: 'a half-written result is left', file: 'scripts/lib/system/files.js', from: 'fs.rmSync(partial, { force: true })', to: '', test: 'test/results.test.js' },
  { breaks: 'of two results of a millisecond one is lost', file: 'scripts/lib/system/files.js', from: "if (errorCode(err) === 'EEXIST') return null", to: '', test: 'test/results.test.js' },
  { breaks: 'a temporary folder outlives its harness', file: 'scripts/lib/system/watchdog-process.js', from: "if (sign === '>') temporary.add(subject)", to: '', test: 'test/guardian.test.js' },
  { breaks: 'a machine without IPv4 will not do', file: 'scripts/lib/system/network.js', from: "? '::1' : '127.0.0.1'", to: "? '127.0.0.1' : '127.0.0.1'", test: 'test/faults.test.js' },
  { breaks: 'stars come twice as easily', file: 'scripts/lib/statistics/contrast.js', from: '(level) => p < level', to: '(level) => p < level * 2', test: 'test/stats.test.js' },
  { breaks: 'no turns are taken', file: 'scripts/lib/statistics/interleave.js', from: 'i % 2 === 0', to: 'true', test: 'test/compare.test.js' },
  { breaks: 'the gate asks the ratio', file: 'scripts/compare.js', from: 'low >= wanted', to: 'true', test: 'test/compare.test.js' },
  { breaks: 'a foreign page may read the stream', file: 'scripts/lib/live/access.js', from: 'if (!hosts.includes(host))', to: 'if (!host)', test: 'test/live.test.js' },
  { breaks: 'two loads at once', file: 'scripts/lib/live/runner.js', from: 'if (current) throw', to: 'if (false) throw', test: 'test/live.test.js' },
  { breaks: 'the soak takes a 304 for an old copy', file: 'test/reliability/soak-checker.js', from: 'else if (context.isOutdated)', to: 'else if (false)', test: 'test/soak.test.js' },
  { breaks: 'half an answer passes for one', file: 'test/reliability/http-syntax.js', from: 'rest.length < length ? null', to: 'false ? null', test: 'test/abuse.test.js' },
  { breaks: 'a lost line is not counted', file: 'docs/labs/loggers/lab.js', from: 'handled - await linesIn(file)', to: '0 * await linesIn(file)', test: 'test/labs/loggers.test.js' }
]

module.exports = { mutations }
