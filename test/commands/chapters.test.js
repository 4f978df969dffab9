'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { parseBlocks, showOutputs, runBlocks } = require('../../scripts/lib/workshop/chapters')
const { ROOT } = require('../helpers/project')

const CHAPTER = `# A chapter

\`\`\`sh
echo one; echo two >&2
\`\`\`

<!-- output -->
old
<!-- /output -->

Look for:

- \`one\`: the first
- no code: not this

\`\`\`js
not.typed()
\`\`\`

<!-- fails -->
\`\`\`sh
exit 3
\`\`\`

<!-- output -->
<!-- /output -->

\`\`\`sh
echo not shown
\`\`\`

- \`of nothing\`: there is no output that it could point at
`

t.test('a chapter is read block by block', async (t) => {
  t.strictSame(parseBlocks(CHAPTER), [
    { commands: 'echo one; echo two >&2\n', fails: false, shown: true, pointedAt: ['one'] },
    { commands: 'exit 3\n', fails: true, shown: true, pointedAt: [] },
    { commands: 'echo not shown\n', fails: false, shown: false, pointedAt: [] }
  ])
})

t.test('what was typed is kept, and shown in its place', async (t) => {
  const seen = await runBlocks(parseBlocks(CHAPTER), { cwd: ROOT, env: process.env })
  t.strictSame(seen.map(({ code }) => code), [0, 3, 0])
  t.match(seen[0].output, /one/)
  t.match(seen[0].output, /two/)
  const shown = showOutputs(CHAPTER, ['one\n$&', 'nothing', 'not shown'])
  t.match(shown, '<!-- output -->\n```text\none\n$&\n```\n<!-- /output -->')
  t.notMatch(shown, 'old')
  t.equal(showOutputs(shown, ['one\n$&', 'nothing', 'not shown']), shown, 'a second time changes nothing')
  t.strictSame(parseBlocks(shown), parseBlocks(CHAPTER))
})

t.test('what stays runs until the chapter ends', async (t) => {
  const folder = t.testdir({ Makefile: 'start-it:\n\t@trap "echo gone > ended; exit" INT; echo it listening on http://127.0.0.1:1/; while :; do sleep 0.1; done\n' })
  const seen = await runBlocks([{ commands: 'make start-it\n' }, { commands: 'test ! -e ended && echo it runs\n' }], { cwd: folder, env: process.env })
  t.strictSame(seen.map(({ code }) => code), [null, 0])
  t.ok(fs.existsSync(path.join(folder, 'ended')))
})
