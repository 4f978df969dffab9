'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { createInterface } = require('node:readline')
const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { cleanEnvironment, copyProject, readText } = require('../helpers/project')

t.jobs = 2 // half of the time they wait

const skip = spawnSync('make', ['--version']).error && 'make is not installed'

/** A copy of the project. `exercise` makes an exercise, `write` writes a file. */
function exerciseProject (t, files) {
  const project = copyProject(t, files)
  return {
    ...project,
    exercise: (...args) => project.run(['exercise.js', ...args]),
    write: (name, text) => fs.writeFileSync(path.join(project.folder, name), text)
  }
}

t.test('the exercise is a copy of slow, and work on it is never lost', async (t) => {
  const { exercise, read, write } = exerciseProject(t)
  const slow = readText('slow/util.js')
  t.equal((await exercise()).code, 0)
  t.equal(read('exercise/util.js'), slow)

  const work = `${slow}// my work\n`
  write('exercise/util.js', work)
  const { code, stderr } = await exercise()
  t.equal(code, 1)
  t.match(stderr, /^exercise: exercise\/ exists, and your work may be in it: FORCE=1 keeps it /)
  write('docs/steps/noop.patch', 'no patch')
  const unfit = await exercise('--step=noop', '--force')
  t.match(unfit.stderr, /^exercise: docs.steps.noop\.patch cannot be applied \(.*\)\n$/)
  t.equal(read('exercise/util.js'), work, 'a step that does not fit costs nothing')

  const { stdout } = await exercise('--step=fix', '--force')
  t.match(stdout, /^Your work is kept in exercise\.1\/\.\n/)
  t.equal(read('exercise.1/util.js'), work)
  t.equal((await exercise('--force')).code, 0)
  t.equal(read('exercise.2/util.js'), readText('fast/util.js'), 'fast, to the byte')
  t.equal(read('exercise/util.js'), slow)
  t.equal((await exercise('--force')).code, 0)
  t.equal(read('exercise.3/util.js'), slow)
})

t.test('the step count prints how many listeners there are', async (t) => {
  const { exercise, start } = exerciseProject(t)
  await exercise('--step=count')
  const { child, outcome } = start(['start.js', 'exercise', '--port=0'])
  t.teardown(async () => { child.kill(); await outcome })
  for await (const line of createInterface({ input: child.stdout })) {
    const urls = line.match(/http:\S+/g) ?? []
    for (const url of [...urls, ...urls, ...urls]) await request(url)
    if (line === '3 listeners') return t.pass()
  }
})

t.test('make diff shows the command of git, and what differs', { skip }, async (t) => {
  const { exercise, folder } = exerciseProject(t)
  await exercise('--step=warn')
  const options = { cwd: folder, encoding: 'utf8', env: cleanEnvironment() }
  const make = (...args) => spawnSync('make', args, options)
  const command = 'git --no-pager diff --no-index --diff-filter=M'
  const { status, stdout } = make('diff-exercise', 'CONTEXT=0')
  t.equal(status, 0)
  t.ok(stdout.startsWith(`${command} -U0 exercise.original exercise\n`))
  t.match(stdout, /\n@@ -3,2 \+2,0 @@\n-require\('node:events'\).*\n-\n$/)
  t.match(make('diff', 'A=slow; touch made', 'B=fast').stderr, /^There is no slow; touch made\. /)
  t.notOk(fs.existsSync(path.join(folder, 'made')), 'a folder is no command')
})

t.test('the check prints the faults, hints on request, and the gain', async (t) => {
  const { exercise, run } = exerciseProject(t, {
    'scripts/lib/load/measure.js':
      "exports.measure = async ({ name }) => ({ cpuPerRequest: name === 'slow' ? 5000 : 200 })"
  })
  await exercise('--step', 'fix')
  const first = await run(['check-exercise.js'])
  t.equal(first.code, 0)
  t.match(first.stdout, /^gained {6}a request costs 1\/25 of the CPU time that it costs in slow$/m)
  const all = await run(['check-exercise.js', '--goals', 'all', '--hints'])
  t.equal(all.code, 3)
  t.match(all.stdout, /^✗ .*ETag.*\n {2}response 1 has none\n {2}hint: /m)
})
