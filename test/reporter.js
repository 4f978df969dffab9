'use strict'

// The reporter of tap: what failed, how to run each such test alone, and the counts in the last
// line. The TAP of each test file is in .tap/test-results/.

const fs = require('node:fs')
const path = require('node:path')
const { Transform } = require('node:stream')
const { Parser } = require('tap-parser')

const RESULTS = path.join(__dirname, '../.tap/test-results')
const TEST_FILE = /[^\s(]+\.test\.js/
const DETAIL = 20 // lines of each failure
const HIDDEN = new Set(['args', 'at', 'command', 'compare', 'cwd', 'externalID', 'source', 'stack',
  'stdio'])

class Reporter extends Transform {
  failed = new Map() // the failures of each test, by what names the test
  counts = { pass: 0, fail: 0, skip: 0, todo: 0 } // of assertions
  start = Date.now()
  parser = new Parser()

  constructor () {
    super()
    for (const kind of Object.keys(this.counts)) {
      this.parser.on(kind, () => { this.counts[kind]++ })
    }
    this.parser.on('fail', (result) => this.addFailure(result))
    if (process.stdout.isTTY) this.parser.on('child', ({ name }) => this.push(`\r\x1b[K${name}\r`))
  }

  addFailure ({ fullname, name, diag }) {
    const parts = fullname.split(' > ')
    // All unit tests run in one file; an assertion may stand in a helper.
    const [file] = `${diag?.stack} ${diag?.at?.fileName} ${parts[0]}`.match(TEST_FILE) ?? parts
    const test = parts[1] ?? file
    const pattern = test.replace(/[^\w ,-]/g, '.') // a regex that needs no quotes of a shell
    const filter = test === file ? '' : ` -g '${pattern}'`
    const heading = `FAILED: ${test}\n  npx tap ${file}${filter}\n`
    const failures = this.failed.get(heading) ?? ''
    this.failed.set(heading, failures + describeFailure(name, diag))
  }

  // With --bail, tap leaves out the results of the file that failed, but it has saved them.
  addSavedFailures () {
    for (const name of fs.readdirSync(RESULTS, { recursive: true })) {
      const file = path.join(RESULTS, name)
      const { mtimeMs } = fs.statSync(file)
      if (!name.endsWith('.tap') || mtimeMs < this.start) continue
      const saved = new Parser()
      const test = name.replace(/\.tap$/, '')
      saved.on('fail', (result) => {
        this.addFailure({ ...result, fullname: `${test} > ${result.fullname}` })
      })
      saved.end(fs.readFileSync(file, 'utf8'))
    }
  }

  _transform (chunk, encoding, callback) {
    this.parser.write(chunk)
    callback()
  }

  _flush (callback) {
    this.parser.end()
    if (this.parser.bailedOut) this.addSavedFailures()
    if (process.stdout.isTTY) this.push('\x1b[K')
    for (const [heading, failures] of this.failed) this.push(`${heading}${failures}\n`)
    this.push(this.summary())
    callback()
  }

  summary () {
    const { failed, counts, parser: { results } } = this
    const kinds = Object.entries(counts).filter(([, count]) => count)
    const text = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')
    const seconds = Math.round(results.time / 1000)
    const counted = `assertions: ${text} (${seconds} s)\n`
    if (results.ok) return `All tests passed; ${counted}`
    return `Tests failed: ${failed.size}. .tap/test-results/ has all output; ${counted}`
  }
}

function describeFailure (name, diag) {
  const { at, diff } = diag ?? {}
  const rest = Object.entries(diag ?? {}).filter(([key]) => !HIDDEN.has(key))
  const text = diff ?? JSON.stringify(Object.fromEntries(rest), null, 2)
  const place = at ? ` (${at.fileName}:${at.lineNumber})` : ''
  let description = `  ${name}${place}\n`
  for (const line of text.trimEnd().split('\n').slice(0, DETAIL)) description += `    ${line}\n`
  return description
}

module.exports = Reporter
