'use strict'

// The settings of a diagnosis.

/** @type {Record<string, import('../cli/settings').Flag>} */
const diagnosisFlags = {
  alone: { type: 'integer', min: 2, max: 600, default: 4, help: 'seconds of load with one connection' },
  connections: { type: 'integer', min: 2, max: 1000, default: 50, help: 'connections of the second load' },
  duration: { type: 'integer', min: 2, max: 600, default: 8, help: 'seconds of the second load' }
}

module.exports = { diagnosisFlags }
