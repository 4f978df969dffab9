'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { runChapter } = require('../../docs/tools/run-workshop')
const { cleanEnvironment } = require('../helpers/project')

const FENCE = '```'
const CHAPTER = `# A chapter

${FENCE}sh
echo '$&'; echo two >&2
${FENCE}

<!-- output -->
old
<!-- /output -->

Look for:

- \`two\`: on stderr, too
- no code: not this

<!-- fails -->
${FENCE}sh
exit 3
${FENCE}

<!-- output -->
<!-- /output -->

${FENCE}js
not.typed()
${FENCE}

${FENCE}sh
seq 9
${FENCE}

<details><summary>What it prints</summary>

<!-- output: the last 2 lines -->
<!-- /output -->

- \`9\`: folded, too

</details>

${FENCE}sh
echo not shown
${FENCE}

- \`of nothing\`: there is no output that it could point at
`
const RECORDED = CHAPTER
  .replace('\nold\n', () => `\n${FENCE}text\n$&\ntwo\n${FENCE}\n`)
  .replace('<!-- output -->\n<!--', `<!-- output -->\n${FENCE}text\n\n${FENCE}\n<!--`)
  .replace('lines -->\n', `lines -->\n${FENCE}text\n…\n8\n9\n${FENCE}\n`)

const run = (chapter, cwd = __dirname) => runChapter(chapter, { cwd, env: cleanEnvironment() })

t.test('what the commands print is recorded in its place', async (t) => {
  t.strictSame(await run(CHAPTER), { differences: [], recorded: RECORDED })
  t.strictSame(await run(RECORDED), { differences: [], recorded: RECORDED }, 'again')
})

t.test('differences between a chapter and what happens are named', async (t) => {
  const chapter = CHAPTER
    .replace('echo two >&2', 'exit 1')
    .replace('exit 3', 'echo fine')
    .replace('seq 9', 'seq 8')
  t.strictSame((await run(chapter)).differences, [
    'echo \'$&\'; exit 1\n  exit code 1: $&',
    'echo \'$&\'; exit 1\n  prints no "two"',
    'echo fine\n  does not fail: fine',
    'seq 8\n  prints no "9"'
  ])
})

const startServer = (commands) => ({ Makefile: `start-it:\n\t@${commands}\n` })
const START = `# A chapter\n\n${FENCE}sh\nmake start-it\n${FENCE}\n`

t.test('a server keeps running until the chapter ends', async (t) => {
  const folder = t.testdir(startServer('trap "echo gone > ended; exit" INT; ' +
    'echo it listening on http://127.0.0.1:1/; while :; do sleep 0.1; done'))
  const chapter = `${START}${FENCE}sh\ntest ! -e ended\n${FENCE}\n`
  t.strictSame((await run(chapter, folder)).differences, [])
  t.ok(fs.existsSync(path.join(folder, 'ended')))
})

t.test('a server that ends before it listens has failed', async (t) => {
  const { differences } = await run(START, t.testdir(startServer('echo no; exit 1')))
  t.match(differences[0], /^make start-it\n {2}exit code 2: no\n/)
})
