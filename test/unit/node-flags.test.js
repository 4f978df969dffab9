'use strict'

// What --prof and trace print, from made-up files of their tools.

const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../../scripts/lib/cli/root')

/** The profilers, for a server with this stderr, sample and answer, and a log with this text. */
function standIn (t, { log = '', ...answers }) {
  const asked = []
  const { prof, trace } = t.mockRequire('../../scripts/lib/profile/node-flags', {
    '../../scripts/lib/profile/profiled-server': {
      async runUnderLoad (target, options, settings) {
        asked.push(settings.execArgv)
        return answers
      }
    },
    '../../scripts/lib/server/process': {
      async runProcess (command, { signal }) {
        asked.push([...command.slice(1), signal])
        return { stdout: log }
      }
    }
  })
  return { prof, trace, asked }
}

t.test('--prof prints the summary and the hottest functions, and saves all', async (t) => {
  const callers = Array.from({ length: 20 }, (_, i) => `   ${i} of ${ROOT}${path.sep}slow`)
  const summary = ' [Summary]:\n   99  JavaScript\n\n'
  const bottomUp = ` [Bottom up (heavy) profile]:\n${callers.join('\n')}\n`
  const log = `ticks\n [JavaScript]:\n   1  a\n\n${summary} [C++ entry points]:\n\n${bottomUp}`
  const { prof, asked } = standIn(t, { log })
  const { files, messages } = await prof({}, { folder: '/tmp/it', signal: 'the signal' })
  const file = path.join('/tmp/it', 'v8.log')
  t.strictSame(asked, [
    ['--prof', '--no-logfile-per-isolate', `--logfile=${file}`],
    ['--prof-process', file, 'the signal']
  ])
  t.strictSame(files, { '.txt': log })
  const shown = bottomUp.replaceAll(ROOT + path.sep, '').split('\n').slice(0, 14).join('\n')
  t.equal(messages[0], summary + shown)
})

const STACK = `(node:7) MaxListenersExceededWarning: 11 after listeners
    at attach (${ROOT}${path.sep}slow/util.js:3:4)`

t.test('trace prints the warning, or what has too many listeners without one', async (t) => {
  const excess = { emitter: 'Server', event: 'after', listeners: 1234, location: '/shop/a.js:7' }
  const muted = 'defaultMaxListeners is set to 0 at /shop/a.js:1'
  const without = [excess, { ...excess, event: 'after\x1b\x9b', location: '' }]
  const count = 'No warning, but Server has 1,234 listeners of "after"'
  for (const [stderr, excessListeners, answer, expected] of [
    [`hello\n${STACK}\nbye`, [excess], [], [
      STACK.replace(ROOT + path.sep, ''),
      'Some code adds a listener again and again. The stack shows which.'
    ]],
    ['hello', [], [], ['No warning: no event has more than 10 listeners.']],
    ['hello', without, [muted], [
      `${count}, added at /shop/a.js:7.`,
      `${count.replace('after', 'after\ufffd\ufffd')}.`,
      `The warning is silenced: ${muted}.`
    ]]
  ]) {
    const { trace, asked } = standIn(t, { stderr, sample: { excessListeners }, answer })
    const { files, messages } = await trace({}, {})
    t.strictSame([files, messages], [{ '.txt': stderr }, expected])
    t.match(asked[0].join(' '), /^--trace-warnings --require \S+find-mute\.js$/)
  }
})
