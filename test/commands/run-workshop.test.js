'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { matchExpected } = require('../helpers/expected')
const { copyProject, readText } = require('../helpers/project')

const FENCE = '```'
const CHAPTER = readText('test/fixtures/chapter.txt')
const WRONG = CHAPTER
  .replace('echo two >&2', 'exit 1')
  .replace('exit 3', 'echo fine')
  .replace('seq 9', 'seq 8')
  .replace('start-it', 'start-none')
const SERVER = 'trap "echo gone > ended; exit" INT; ' +
  'echo it listening on http://127.0.0.1:1/; while :; do sleep 0.1; done'
const SAVED = 'results/2026-01-02T03-04-05-678Z-'
const SAVING = `# Another chapter

${FENCE}sh
mkdir results
for name in slow exercise; do
  echo {} > ${SAVED}$name.json; echo "saved       ${SAVED}$name.json"
done
${FENCE}

<!-- output -->
<!-- /output -->
`
const INDEX = 'docs/workshop/README.md'

const project = copyProject(t, {
  'docs/workshop/01-a.md': CHAPTER,
  'docs/workshop/02-b.md': SAVING,
  'docs/workshop/04-d.md': WRONG,
  'docs/workshop/07-g.md': SAVING.replace('{}', '[]').replace('mkdir', 'mkdir -p'),
  [INDEX]: '<!-- recorded -->\nlong ago\n<!-- /recorded -->\n',
  Makefile: `start-it:\n\t@${SERVER}\nstart-none:\n\t@echo no; exit 1\n`
})
const run = (...args) => project.run(['run-workshop.js', ...args])

t.test('what the commands print is recorded in its place, again and again', async (t) => {
  for (let i = 0; i < 2; i++) {
    const { code, stderr } = await run('01', '--record')
    t.strictSame([code, stderr], [0, ''])
    matchExpected(t, 'workshop-recorded', project.read('docs/workshop/01-a.md'))
    t.ok(fs.existsSync(`${project.folder}/ended`), 'a server ran until the end of the chapter')
    fs.rmSync(`${project.folder}/ended`)
  }
  t.match(project.read(INDEX), new RegExp(`, Node.js ${process.version}, 2.*\\.\n<`))
})

t.test('differences between a chapter and what happens are named, not recorded', async (t) => {
  const { code, stderr } = await run('04', '--record')
  t.equal(code, 3)
  matchExpected(t, 'workshop-differences', stderr.replace(/^make.* Error 1$\n/gm, ''))
  t.equal(project.read('docs/workshop/04-d.md'), WRONG)
})

t.test('the result that a picture of the chapter is drawn from is recorded with it', async (t) => {
  const { code, stdout } = await run('02', '--record')
  t.equal(code, 0)
  t.match(stdout, /^recorded +docs\/results\/slow\.json$/m)
  t.equal((await run('07', '--record')).code, 0, 'another load of slow, of which there is none')
  t.equal(project.read('docs/results/slow.json'), '{}\n')
  t.strictSame(project.results(), ['exercise', 'slow'].map((name) =>
    path.basename(`${SAVED}${name}.json`)))
})

t.test('an unknown chapter is refused, and a folder with the reader\'s work', async (t) => {
  const unknown = await run('03')
  t.strictSame([unknown.code, unknown.stderr], [2, 'run-workshop: no chapter begins with "03"\n'])
  fs.mkdirSync(`${project.folder}/exercise`)
  const { code, stdout, stderr } = await run('01')
  t.strictSame([code, stdout], [1, ''])
  t.match(stderr, /^run-workshop: there is an exercise\/, and your work may be in it: /)
})
