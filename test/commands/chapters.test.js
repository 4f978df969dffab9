'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const {
  findDifferences,
  parseBlocks,
  showOutputs,
  runBlocks
} = require('../../scripts/lib/workshop/chapters')
const { cleanEnvironment, ROOT } = require('../helpers/project')

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
seq 9
\`\`\`

<details><summary>What it prints</summary>

<!-- output: the last 2 lines -->
<!-- /output -->

- \`9\`: folded, too

</details>

\`\`\`sh
echo not shown
\`\`\`

- \`of nothing\`: there is no output that it could point at
`

const NINE = '1\n2\n3\n4\n5\n6\n7\n8\n9'

t.test('a chapter is read block by block', async (t) => {
  t.strictSame(parseBlocks(CHAPTER), [
    { commands: 'echo one; echo two >&2\n', fails: false, expected: ['one'] },
    { commands: 'exit 3\n', fails: true, expected: [] },
    { commands: 'seq 9\n', fails: false, expected: ['9'] },
    { commands: 'echo not shown\n', fails: false, expected: [] }
  ])
})

t.test('what the blocks print is kept, and shown in its place', async (t) => {
  const results = await runBlocks(parseBlocks(CHAPTER), { cwd: ROOT, env: cleanEnvironment() })
  t.strictSame(results, [{ code: 0, output: 'one\ntwo' }, { code: 3, output: '' },
    { code: 0, output: NINE }, { code: 0, output: 'not shown' }])
  const shown = showOutputs(CHAPTER, ['one\n$&', 'nothing', NINE, 'not shown'])
  t.equal(
    shown,
    CHAPTER.replace('old\n', () => '```text\none\n$&\n```\n')
      .replace(
        '<!-- output -->\n<!-- /output -->',
        '<!-- output -->\n```text\nnothing\n```\n<!-- /output -->'
      )
      .replace(
        'last 2 lines -->\n<!-- /output -->',
        'last 2 lines -->\n```text\n…\n8\n9\n```\n<!-- /output -->'
      )
  )
  t.equal(
    showOutputs(shown, ['one\n$&', 'nothing', NINE, 'not shown']),
    shown,
    'a second time changes nothing'
  )
  t.strictSame(parseBlocks(shown), parseBlocks(CHAPTER))
})

t.test('a server keeps running until the chapter ends', async (t) => {
  const server = 'trap "echo gone > ended; exit" INT; ' +
    'echo it listening on http://127.0.0.1:1/; while :; do sleep 0.1; done'
  const folder = t.testdir({ Makefile: `start-it:\n\t@${server}\n` })
  const blocks = [
    { commands: 'make start-it\n' },
    { commands: 'test ! -e ended && echo it runs\n' }
  ]
  const results = await runBlocks(blocks, { cwd: folder, env: cleanEnvironment() })
  t.strictSame(results.map(({ code }) => code), [null, 0])
  t.ok(fs.existsSync(path.join(folder, 'ended')))
})

t.test('a server that ends before it listens has failed', async (t) => {
  const folder = t.testdir({ Makefile: 'start-it:\n\t@echo no; exit 1\n' })
  const blocks = [{ commands: 'make start-it', fails: false, expected: [] }]
  const results = await runBlocks(blocks, { cwd: folder, env: cleanEnvironment() })
  t.match(findDifferences(blocks, results)[0], /^make start-it\n {2}exit code 2: /)
})

t.test('differences between a chapter and what happened are named', async (t) => {
  const blocks = parseBlocks(CHAPTER)
  const good = [{ code: 0, output: 'one two' }, { code: 3, output: '' },
    { code: 0, output: NINE }, { code: 0, output: 'not shown' }]
  t.strictSame(findDifferences(blocks, good), [])
  const bad = [{ code: 1, output: 'two' }, { code: 0, output: 'fine' },
    { code: 0, output: NINE }, { code: null, output: '' }]
  t.strictSame(findDifferences(blocks, bad), [
    'echo one; echo two >&2\n  exit code 1: two',
    'echo one; echo two >&2\n  prints no "one"',
    'exit 3\n  does not fail: fine'
  ])
})
