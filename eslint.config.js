'use strict'

// tap compares loosely in t.match: a string matches any string that contains it, an object any object that has its
// fields, and [] any array. Only a regex says how much of a string it describes.
const IS_REGEX = '[arguments.1.regex], [arguments.1.callee.name="RegExp"], [arguments.1.type="Identifier"]'
const looseAssertions = [
  {
    selector: `CallExpression[callee.object.name="t"][callee.property.name=/^(match|notMatch)$/]:not(${IS_REGEX})`,
    message: 'Give t.match and t.notMatch a regex. Compare a string with t.equal, an object or array with t.strictSame.'
  },
  {
    selector: 'CallExpression[callee.object.name="t"]' +
      '[callee.property.name=/^(not)?(has(Strict)?|same|match(Only|Strict|OnlyStrict)|resolveMatch)$/i]',
    message: 'It compares loosely. Use t.strictSame or t.equal, on the fields that matter.'
  },
  {
    selector: 'CallExpression[callee.object.name="t"][callee.property.name=/^(throws|rejects)$/] > ' +
      'ObjectExpression > Property > :matches(Literal:not([regex]), TemplateLiteral, Identifier).value',
    message: 'A string matches any message that contains it. Compare the error that t.throws and t.rejects return.'
  }
]

module.exports = [
  ...require('neostandard')({ ignores: ['.stryker/', '.tap/', 'results/', 'profiles/', 'exercise*/', 'docs/dist/'] }),
  { rules: { '@stylistic/max-len': ['error', { code: 120 }] } },
  { files: ['test/**/*.js'], rules: { 'no-restricted-syntax': ['error', ...looseAssertions] } },
  // The rule finds the fault of slow: a flag that is set and never asked. It has to stay for the lesson.
  { files: ['slow/util.js'], rules: { 'no-unused-vars': 'off' } },
  { files: ['**/k6/*.js'], languageOptions: { globals: { __ENV: 'readonly' } } }
]
