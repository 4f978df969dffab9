'use strict'

const boundaries = require('eslint-plugin-boundaries')

// The layers of scripts/lib, the lowest first: a module imports from its own folder and from lower layers only.
const LAYERS = [
  ['cli'],
  ['system', 'statistics'],
  ['measure'],
  ['results'],
  ['profiling', 'experiments'],
  ['present'],
  ['live', 'workshop', 'docs'],
  ['command'] // scripts/*.js
]

const below = (rank) => LAYERS.slice(0, rank).flat()
const policies = LAYERS.flatMap((folders, rank) => folders.map((folder) => ({
  from: { element: { type: folder } },
  allow: { to: { element: { types: { anyOf: [folder, ...below(rank)] } } } }
})))

module.exports = [
  ...require('neostandard')({ ignores: ['.stryker/', '.tap/', '/results/', '/profiles/', '/exercise*/'] }),
  { rules: { '@stylistic/max-len': ['error', { code: 120 }] } },
  {
    files: ['scripts/**/*.js'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': [
        ...[...LAYERS.flat(), 'preload'].map((type) => ({ type, pattern: `scripts/lib/${type}`, partialMatch: false })),
        { type: 'command', pattern: 'scripts', partialMatch: false }
      ],
      'boundaries/dependency-nodes': ['import', 'require']
    },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies }] }
  },
  // The rule finds the fault of slow: a flag that is set and never asked. It has to stay for the lesson.
  { files: ['slow/util.js'], rules: { 'no-unused-vars': 'off' } },
  { files: ['**/k6/*.js'], languageOptions: { globals: { __ENV: 'readonly' } } }
]
