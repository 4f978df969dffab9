'use strict'

const path = require('node:path')

// tap compares loosely in t.match: a string matches any string that contains it, an object any
// object that has its fields, and [] any array. Only a regex says how much of a string it
// describes.
const IS_TAP = '[callee.object.name="t"]'
const IS_REGEX = [
  '[arguments.1.regex]',
  '[arguments.1.callee.name="RegExp"]',
  '[arguments.1.type="Identifier"]'
].join()
const LOOSE = '(not)?(has(Strict)?|same|match(Only|Strict|OnlyStrict)|resolveMatch)'
const looseAssertions = [
  {
    selector: `CallExpression${IS_TAP}[callee.property.name=/^(match|notMatch)$/]:not(${IS_REGEX})`,
    message: 'Give t.match and t.notMatch a regex. ' +
      'Compare a string with t.equal, an object or array with t.strictSame.'
  },
  {
    selector: `CallExpression${IS_TAP}[callee.property.name=/^${LOOSE}$/i]`,
    message: 'It compares loosely. Use t.strictSame or t.equal, on the fields that matter.'
  },
  {
    selector: `CallExpression${IS_TAP}[callee.property.name=/^(throws|rejects)$/] > ` +
      'ObjectExpression > Property > ' +
      ':matches(Literal:not([regex]), TemplateLiteral, Identifier).value',
    message: 'A string matches any message that contains it. ' +
      'Compare the error that t.throws and t.rejects return.'
  }
]

// Nothing packs several statements or properties into one line.
const onePerLine = [
  {
    selector: 'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
    message: 'Declare each variable in a statement of its own.'
  },
  {
    selector: 'SpreadElement[argument.type=/^(Object|Array)Expression$/]',
    message: 'Write the properties or elements without the spread.'
  }
]

// The layers of scripts/lib/, lowest first: docs/architecture.md.
const LAYERS = [
  ['cli'],
  ['server'],
  ['load'],
  ['compare'],
  ['profile', 'diagnose'],
  ['show'],
  ['exercise', 'live', 'preflight']
]
const PROBE = 'scripts/lib/server/probe/**'

// The package whyslow requires nothing from outside of it, and few may require what it exports.
const WHYSLOW = 'scripts/whyslow/**'
const OBSERVER = 'scripts/whyslow/observe/observer/**' // it is sent elsewhere
const FACE = ['index', 'internals', 'attach/attach']
  .map((file) => `scripts/whyslow/${file}.js`)
const ITS_USERS = ['profile', 'diagnose', 'show', 'exercise']

/** A module may require files of its own folder and of lower layers only. */
function layerRules () {
  const lib = (folder) => `scripts/lib/${folder}/**`
  const rules = [
    mayRequire('scripts/**/*.js', []), // in no layer
    mayRequire(WHYSLOW, [WHYSLOW]),
    mayRequire(OBSERVER, [OBSERVER]),
    mayRequire('scripts/*.js', LAYERS.flat().map(lib)),
    mayRequire('scripts/diagnose.js', [...LAYERS.flat().map(lib), ...FACE]),
  ]
  const lower = []
  for (const folders of LAYERS) {
    for (const folder of folders) {
      const face = ITS_USERS.includes(folder) ? FACE : []
      rules.push(mayRequire(lib(folder), [...lower, lib(folder), ...face]))
    }
    lower.push(...folders.map(lib))
  }
  rules.push(mayRequire(PROBE, [PROBE]))
  return rules
}

function mayRequire (files, allowed) {
  const inProject = (pattern) => path.join(__dirname, pattern)
  const others = ['node_modules/**', 'package.json', ...allowed]
  const name = [inProject('**'), ...others.map((pattern) => `!${inProject(pattern)}`)]
  const message = 'It is in no lower layer.'
  return { files: [files], rules: { 'n/no-restricted-require': ['error', [{ name, message }]] } }
}

const IGNORED = ['.nodes/', '.tap/', 'results/', 'profiles/', 'exercise*/', 'dist/', 'docs/dist/']

module.exports = [
  ...require('neostandard')({ ignores: IGNORED }),
  { rules: { '@stylistic/max-len': ['error', { code: 100 }] } },
  ...layerRules(),
  {
    files: ['scripts/**/*.js', 'docs/labs/**/*.js'],
    ignores: ['scripts/whyslow/test/**'],
    rules: { 'no-restricted-syntax': ['error', ...onePerLine] }
  },
  {
    files: ['**/*.js'],
    ignores: ['test/**', 'scripts/whyslow/test/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }]
    }
  },
  {
    files: ['test/**/*.js', 'scripts/whyslow/test/**/*.js'],
    rules: { 'no-restricted-syntax': ['error', ...looseAssertions] }
  },
  // The rule finds the fault of slow: a flag that is set and never asked. The lesson needs it.
  { files: ['slow/util.js'], rules: { 'no-unused-vars': 'off' } },
  { files: ['**/k6/*.js'], languageOptions: { globals: { __ENV: 'readonly' } } }
]
