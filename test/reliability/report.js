'use strict'

// What the commands that prove something do alike: keep what was found, show it, and fail where something must not be.

const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { resultHeader } = require('../../scripts/lib/measure/result-header')
const { UsageError, UserError } = require('../../scripts/lib/cli/errors')
const { progressBar } = require('../../scripts/lib/cli/progress')
const { resultSubject } = require('../../scripts/lib/results/schema')
const { saveResult, RECORDED, RESULTS } = require('../../scripts/lib/results/store')
const { ensureWritable } = require('../../scripts/lib/system/files')
const { terminalTable } = require('../../scripts/lib/present/table')
const { painter } = require('../../scripts/lib/cli/terminal')

const WIDTH = 70 // characters of a cell

/**
 * Runs a proof as a command. Its record begins with `schema`, `kind`, `startedAt` and `environment`, as all results do.
 *
 * @param {object} spec
 * @param {string} spec.kind of the record: the command's name
 * @param {string} spec.summary
 * @param {Record<string, import('../../scripts/lib/cli/command').Flag>} [spec.flags]
 * @param {string} [spec.takes] what it takes without a flag, for its --help; nothing, where this is missing
 * @param {{rows: (found: any) => string[][], problems: (found: any) => string[]}} lib how to show what was found, and what must not be
 * @param {(call: {values: Record<string, any>, operands: string[], signal: AbortSignal, onProgress: (share: number) => void}) => Promise<object>} prove
 */
function proof ({ kind, summary, flags, takes = '' }, { rows, problems }, prove) {
  const record = { type: 'boolean', help: 'save into docs/results, over the recorded run that the docs quote' }
  command({ usage: `${kind}.js ${takes}`.trim(), summary, flags: { ...flags, record } }, async ({ values, operands, signal }) => {
    if (operands.length && !takes) throw new UsageError(`"${operands[0]}" is not understood: give settings as flags or variables (--help lists them)`)
    const folder = values.record ? RECORDED : RESULTS
    ensureWritable(folder)
    const bar = progressBar(kind, process.stderr)
    try {
      const before = resultHeader({ kind })
      const result = { ...before, ...await prove({ values, operands, signal, onProgress: bar.update }) }
      bar.end()
      const file = saveResult(result, folder, values.record && `${resultSubject(result)}.json`)
      console.log(terminalTable(['', result.stage ?? kind], rows(result).map((row) => row.map((text) => wrap(text.replaceAll('`', '')))), painter(process.stdout), ['left', 'left']))
      console.log(`saved ${path.relative('', file)}`)
      const found = problems(result)
      if (found.length) throw new UserError(found.join('; '))
    } finally {
      bar.end()
    }
  })
}

/** Breaks lines between words. */
const wrap = (text) => text.replace(new RegExp(`(.{1,${WIDTH}})(?: |$)`, 'g'), '$1\n').trim()

module.exports = { proof }
