'use strict'

// A command is recorded in a terminal, as make screenshots does it.

const t = require('tap')
const { recordTerminal } = require('../../../scripts/lib/docs/terminal-recording')
require('../../helpers/without-tap-loader')

process.env.CI = 'true' // which the recorded command must not see

const onlyLinux = process.platform !== 'linux' && 'it needs script of util-linux'
const TIMEOUT = 300_000 // ms: the first run installs the packages
const { signal } = new AbortController()
const [WHITE, GREY, YELLOW] = ['fill:#e6edf3', 'fill:#9aa5b1', 'fill:#e3b341']

const record = (command) => recordTerminal(command, signal)
const textOf = ({ rows }) => rows.map((words) => words.map(({ text }) => text).join(' ')).join('\n').trimEnd()

t.test('screens show what is written, colours and weight too', { skip: onlyLinux, timeout: TIMEOUT }, async (t) => {
  const command = String.raw`printf '\033[1mbold\033[0m  \033[33mµs\033[39m: \033[2mdim\n'`
  const { rows } = (await record(command)).at(-1)
  t.strictSame(rows.find(([first]) => first?.text === 'bold'), [
    { x: 0, text: 'bold', style: `${WHITE};font-weight:700` },
    { x: 6, text: 'µs', style: YELLOW },
    { x: 8, text: ':', style: WHITE },
    { x: 10, text: 'dim', style: GREY }
  ])
})

t.test('the prompt is first, and a line that is overwritten is on one screen', { skip: onlyLinux }, async (t) => {
  const command = String.raw`sleep 0.3; printf 10%%; sleep 0.3; printf '\r2'; sleep 0.3; printf '\r\033[0Kend'`
  const screens = await record(command)
  const prompt = [`$ ${command.slice(0, 78)}`, command.slice(78)].join('\n')
  t.strictSame(screens.map(textOf), [prompt, ...['10%', '20%', 'end'].map((line) => `${prompt}\n${line}`)])
  const waits = screens.slice(1).map(({ time }, i) => time - screens[i].time)
  t.ok(waits.every((wait) => wait > 0.25 && wait < 2), waits.join(' '))
})

t.test('the terminal has eighty columns, and asks no page to open', { skip: onlyLinux }, async (t) => {
  const screens = await record('stty size; echo "$TERM OPEN=$OPEN CI=$CI NO_COLOR=$NO_COLOR"')
  t.match(textOf(screens.at(-1)), /\d+ 80\nxterm-256color OPEN=0 CI= NO_COLOR=$/)
})

t.test('a command that fails is no recording', { skip: onlyLinux }, async (t) => {
  const err = await t.rejects(record('echo no such target; exit 2'))
  t.match(err.message, /exit code 2/)
})
