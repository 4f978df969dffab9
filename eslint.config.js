'use strict'

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

const IGNORED = ['.stryker/', '.tap/', 'results/', 'profiles/', 'exercise*/', 'docs/dist/']

module.exports = [
  ...require('neostandard')({ ignores: IGNORED }),
  { rules: { '@stylistic/max-len': ['error', { code: 100 }] } },
  {
    files: ['scripts/**/*.js', 'docs/labs/**/*.js'],
    rules: { 'no-restricted-syntax': ['error', ...onePerLine] }
  },
  {
    files: ['test/**/*.js'],
    rules: { 'no-restricted-syntax': ['error', ...looseAssertions] }
  },
  // The rule finds the fault of slow: a flag that is set and never asked. The lesson needs it.
  { files: ['slow/util.js'], rules: { 'no-unused-vars': 'off' } },
  { files: ['**/k6/*.js'], languageOptions: { globals: { __ENV: 'readonly' } } }
]
