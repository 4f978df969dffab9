'use strict'

// Writes a lab's rates in the format that Node core's benchmark/compare.R reads. Source: nodejs/node,
// benchmark/compare.js. The first target is "old", repeated for each of the other targets.

const { writeFileAtomic } = require('../system/files')

/** @param {string} text */
const quote = (text) => `"${text.replaceAll('"', '""')}"`

/** @type {(experiment: import('./run-lab').MeasuredExperiment) => string[]} a line for each observation */
function csvLines ({ name, figures, targets: [first, ...others] }) {
  return figures.flatMap((figure) => others.flatMap((other) => {
    const configuration = quote(` from=${first.name} to=${other.name}`)
    /** @type {(binary: 'old'|'new') => (observation: import('./labs').Observation) => string} */
    const line = (binary) => (observation) =>
      [quote(binary), quote(`${name}/${figure.name}`), configuration, observation[figure.name], 'NA'].join(', ')
    return [...first.observations.map(line('old')), ...other.observations.map(line('new'))]
  }))
}

/** @type {(result: import('./run-lab').LabResult, file: string) => string|null} its path; null without a core table */
function saveCsv ({ experiments }, file) {
  const lines = experiments.filter(({ table }) => table === 'core').flatMap(csvLines)
  if (!lines.length) return null
  const header = ['binary', 'filename', 'configuration', 'rate', 'time'].map(quote).join(', ')
  return writeFileAtomic(file.replace(/json$/, 'csv'), [header, ...lines, ''].join('\n'))
}

module.exports = { saveCsv }
