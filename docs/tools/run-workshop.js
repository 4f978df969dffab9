'use strict'

// For maintainers: runs the chapters of the workshop, and records what their commands print.

const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { command } = require('../../scripts/lib/cli/command')
const { FindingError, UsageError, UserError } = require('../../scripts/lib/cli/errors')
const { yesNo } = require('../../scripts/lib/cli/flags')
const { paint } = require('../../scripts/lib/cli/terminal')
const { environment } = require('../../scripts/lib/server/environment')
const { startProcess } = require('../../scripts/lib/server/process')
const { ROOT } = require('../../scripts/lib/cli/project')
const { describeEnvironment } = require('./markdown')
const { recordResult, SAVED } = require('./recorded')

const WORKSHOP = path.join(__dirname, '../workshop')
const OUTPUT = /<!-- output(?:: the last (\d+) lines)? -->\n(?:.*\n)*?<!-- \/output -->/
const EXPECTED_TEXT = /^- `([^`]+)`/gm
const IN_OTHER_TERMINAL = /^(?:make start-|npx autocannon )/ // they run until the chapter ends
const RANDOM_CASE = /^make case$/m // may be the healthy one, whose check does not fail
const IS_READY = /listening on http\S+|Running \d+s test/
const NPM_NOISE = /^(?:npm (?:warn|notice)|installing) .*\n/gm // depends on the person who runs it
const MAKE_LINE = /(?<=\[)Makefile:\d+: /g // GNU make 3.81 prints none
// A picture of the chapter is drawn from these. Chapter 7 has another load of slow.
const KEPT = { '02': /Z-slow\.json$/, '09': /Z-lab-overload\.json$/ }
const RECORDED = /(<!-- recorded -->\n)[^]*(\n<!-- \/recorded -->)/

/**
 * Runs the sh fences of a chapter in turn, and compares what they print with the list items below
 * their output. Servers and their loads end with the chapter.
 * @param {string} chapter Markdown
 * @param {{cwd: string, env: object, signal?: AbortSignal, onCommands?: Function}} options
 * @returns {Promise<{differences: string[], recorded: string}>} `differences`: where the chapter is
 *   wrong; `recorded`: the chapter with what was printed
 */
async function runChapter (chapter, { onCommands = () => {}, ...options }) {
  const [intro, ...parts] = chapter.split(/^(?=```sh\n)/m)
  const differences = []
  const shells = []
  let recorded = intro
  try {
    for (const part of parts) {
      const [, written] = part.match(/```sh\n([^]*?\n)```\n/)
      const commands = written.replace(RANDOM_CASE, '$& CASE=museum')
      onCommands(commands)
      const shell = await runCommands(commands, options)
      shells.push(shell)
      options.signal?.throwIfAborted()
      const fails = recorded.endsWith('<!-- fails -->\n')
      for (const difference of findDifferences(part, fails, shell)) {
        differences.push(`${commands.trim()}\n  ${difference}`)
      }
      recorded += part.replace(OUTPUT, (...match) => showOutput(match, shell.output))
    }
  } finally {
    await Promise.all(shells.map(({ end }) => end()))
  }
  return { differences, recorded }
}

// Runs commands to their end, or until the server or load that they start is ready.
async function runCommands (commands, options) {
  const { child, ended, kill } = startProcess(['sh', '-c', `exec 2>&1\n${commands}`], options)
  let text = ''
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (IS_READY.test(text)) resolve({ code: null })
    })
  })
  const { code } = await (IN_OTHER_TERMINAL.test(commands) ? Promise.race([ready, ended]) : ended)
  const plain = stripVTControlCharacters(text).replace(NPM_NOISE, '').replace(MAKE_LINE, '')
  async function end () {
    if (code === null) kill('SIGINT')
    await ended
  }
  return { code, output: plain.replaceAll(options.cwd, '.').trim(), end }
}

// `code`: null for what keeps running
function findDifferences (part, fails, { code, output }) {
  const differences = []
  if (fails && code === 0) differences.push(`does not fail: ${output.slice(-500)}`)
  if (!fails && code) differences.push(`exit code ${code}: ${output.slice(-500)}`)
  const [, , after = ''] = part.split(OUTPUT)
  for (const [, text] of after.matchAll(EXPECTED_TEXT)) {
    if (!output.includes(text)) differences.push(`prints no "${text}"`)
  }
  return differences
}

function showOutput ([shown, count], output) {
  const [head] = shown.split('\n')
  const all = output.split('\n')
  const lines = count && all.length > count ? ['…', ...all.slice(-count)] : all
  return `${head}\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n<!-- /output -->`
}

async function main ({ values: { record }, operands: [only = ''], signal }) {
  const chapters = fs.readdirSync(WORKSHOP).filter((name) => /^\d/.test(name)).sort()
  const names = chapters.filter((name) => name.startsWith(only))
  if (!names.length) throw new UsageError(`no chapter begins with "${only}"`)
  if (fs.existsSync(path.join(ROOT, 'exercise'))) {
    throw new UserError('there is an exercise/, and your work may be in it: ' +
      'run this in a separate clone')
  }
  const startedAt = new Date().toISOString()
  const options = {
    cwd: ROOT,
    env: { ...process.env, CI: '1', NO_COLOR: '1' },
    signal,
    onCommands: (commands) => console.log(commands.trim())
  }
  let failed = 0
  for (const name of names) {
    console.log(paint('bold', name))
    const file = path.join(WORKSHOP, name)
    const { differences, recorded } = await runChapter(fs.readFileSync(file, 'utf8'), options)
    for (const difference of differences) console.error(`${name}: ${difference}`)
    failed += differences.length
    if (record && !differences.length) {
      fs.writeFileSync(file, recorded)
      for (const [, saved] of recorded.matchAll(SAVED)) {
        if (KEPT[name.slice(0, 2)]?.test(saved)) recordResult(saved)
      }
    }
  }
  if (failed) throw new FindingError(`${failed} statements of the chapters are not true`)
  if (!record) return
  const index = path.join(WORKSHOP, 'README.md')
  const machine = describeEnvironment({ startedAt, environment: environment() })
  const text = fs.readFileSync(index, 'utf8')
  fs.writeFileSync(index, text.replace(RECORDED, `$1${machine}.$2`))
}

if (require.main === module) {
  command({
    summary: 'Runs the commands of the workshop, or of one chapter, and checks that they print ' +
      'what it says.\nIt makes a new exercise/: run it in a separate clone.',
    operands: [{ name: 'chapter', help: 'the beginning of a file\'s name, as in 02' }],
    flags: { record: yesNo('write what was printed into the chapters') }
  }, main)
}

module.exports = { runChapter }
