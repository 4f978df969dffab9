'use strict'

// A lab's rates in the format that Node core's benchmark/compare.R reads.

const { writeFileAtomic } = require('../system/files')

const quote = (text) => `"${text.replaceAll('"', '""')}"`

/**
 * @param {import('./run-lab').LabResult} result
 * @returns {string[]} lines: a header, and one for each observation of the experiments with a core table. The first target
 *   is "old", and stands once for each of the others. Source: nodejs/node, benchmark/compare.js
 */
function lines ({ experiments }) {
  const header = ['binary', 'filename', 'configuration', 'rate', 'time'].map(quote).join(', ')
  return [header, ...experiments.filter(({ table }) => table === 'core').flatMap(linesOf)]
}

function linesOf ({ name, figures, targets: [first, ...others] }) {
  const line = (binary, figure, other) => ({ [figure]: rate }) =>
    [quote(binary), quote(`${name}/${figure}`), quote(` from=${first.name} to=${other.name}`), rate, 'NA'].join(', ')
  return figures.flatMap((figure) => others.flatMap((other) => [
    ...first.observations.map(line('old', figure.name, other)),
    ...other.observations.map(line('new', figure.name, other))
  ]))
}

/**
 * @param {import('./run-lab').LabResult} result
 * @param {string} file of the result: the lines go beside it
 * @returns {string|null} the path; null where no experiment has a core table
 */
function saveCsv (result, file) {
  const all = lines(result)
  return all.length > 1 ? writeFileAtomic(file.replace(/json$/, 'csv'), `${all.join('\n')}\n`) : null
}

module.exports = { saveCsv }
