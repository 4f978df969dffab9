// Checks the docs: links, the project's words, repeated words.

import { readFileSync } from 'node:fs'
import remarkRetext from 'remark-retext'
import retextEnglish from 'retext-english'
import retextRepeatedWords from 'retext-repeated-words'
import { unified } from 'unified'

const words = JSON.parse(readFileSync(new URL('.words.json', import.meta.url), 'utf8'))

export default {
  plugins: [
    ['remark-validate-links', { repository: false }],
    ['remark-lint-prohibited-strings', words],
    [remarkRetext, unified().use(retextEnglish).use(retextRepeatedWords)]
  ]
}
