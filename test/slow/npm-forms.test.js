'use strict'

// Chapter 1's rule for the commands without make: what it yields runs, on every system.

const t = require('tap')
const { runProcess } = require('../../scripts/lib/server/process')
const { cleanEnvironment, copyProject, listFiles, readText } = require('../helpers/project')

const { scripts } = JSON.parse(readText('package.json'))
const COMMANDS = ['bench-slow DURATION=1', 'trace-slow', 'exercise STEP=fix FORCE=1', 'case']
// They take long, and diff is no script.
const NOT_RUN = ['preflight', 'diagnose', 'check-exercise', 'check-case', 'diff']

/** @param {string} make `bench-slow DURATION=5` @returns {string} `bench -- slow --duration 5` */
function npmForm (make) {
  const [target, ...settings] = make.split(' ')
  const name = scripts[target] ? target : target.split('-')[0]
  const flags = settings.map((setting) => {
    return `--${setting.toLowerCase().replace('=', ' ')}`.replace('--force 1', '--force')
  })
  return [name, '--', target.slice(name.length + 1), ...flags].join(' ')
}

/** The scripts of the chapters, without those that only show or edit files. */
function chapterScripts () {
  const chapters = listFiles('docs/workshop/0[1-8]-*.md').map(readText)
  const commands = chapters.join('\n').match(/```sh\n[^]*?```/g).join('\n')
  const targets = commands.match(/(?<=^make )\S+/gm)
  return targets.map((target) => npmForm(target).split(' ')[0])
}

/** The file that a script runs: the one of all profilers is tried once. */
const fileOf = (name) => scripts[name]?.split(' ')[1]

t.test('the rule is tried with every script of chapters 1 to 8', async (t) => {
  const tried = COMMANDS.map((command) => fileOf(npmForm(command).split(' ')[0]))
  const names = chapterScripts().filter((name) => !NOT_RUN.includes(name))
  t.strictSame(names.filter((name) => !tried.includes(fileOf(name))), [])
})

t.test('the chapter names the forms, and each runs', async (t) => {
  const form = npmForm('bench-slow DURATION=5')
  t.ok(readText('docs/workshop/01-set-up.md').includes(`npm run ${form}`))
  const { folder } = copyProject(t)
  const env = cleanEnvironment()
  for (const form of COMMANDS.map(npmForm)) {
    const run = runProcess([`npm run --silent ${form}`], { cwd: folder, env, shell: true })
    await t.resolves(run, form)
  }
})
