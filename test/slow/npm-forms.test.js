'use strict'

// Chapter 1's rule for the commands without make: what it yields runs, on every system.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const t = require('tap')
const { cleanEnvironment, copyProject, ROOT } = require('../helpers/project')

const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const COMMANDS = [
  'bench-slow DURATION=2', 'trace-slow', 'exercise STEP=fix FORCE=1', 'check-exercise'
]
const NOT_RUN = ['preflight', 'lab', 'diff'] // the first two take long; the last is no npm script

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
  const folder = path.join(ROOT, 'docs/workshop')
  const chapters = fs.readdirSync(folder).filter((name) => /^0[1-8]-/.test(name))
  const shell = chapters.flatMap((name) => [
    ...fs.readFileSync(path.join(folder, name), 'utf8').matchAll(/```sh\n([^]*?)```/g)
  ])
  const targets = shell.flatMap(([, commands]) => commands.match(/(?<=^make )\S+/gm) ?? [])
  return targets.map((target) => npmForm(target).split(' ')[0])
}

/** The file that a script runs: the one of all profilers is tried once. */
const fileOf = (name) => scripts[name]?.split(' ')[1]

/** `npm run` in a folder, with short loads, and no page that opens. */
async function npmRun (form, cwd) {
  const child = spawn(`npm run --silent ${form}`, {
    cwd,
    shell: true,
    env: cleanEnvironment({ DURATION: '2', OPEN: '0', QUIET: '1' })
  })
  const [output, errors, code] = await Promise.all([
    text(child.stdout), text(child.stderr), new Promise((resolve) => child.once('close', resolve))
  ])
  return { code, output: output + errors }
}

t.test('the rule is tried with every script of chapters 1 to 8', async (t) => {
  const tried = COMMANDS.map((command) => fileOf(npmForm(command).split(' ')[0]))
  const names = chapterScripts().filter((name) => !NOT_RUN.includes(name))
  t.strictSame(names.filter((name) => !tried.includes(fileOf(name))), [])
})

t.test('the chapter names the forms, and each runs', async (t) => {
  const chapter = fs.readFileSync(path.join(ROOT, 'docs/workshop/01-set-up.md'), 'utf8')
  t.ok(chapter.includes(`npm run ${npmForm('bench-slow DURATION=5')}`))
  const { folder } = copyProject(t)
  for (const command of COMMANDS) {
    const form = npmForm(command)
    const { code, output } = await npmRun(form, folder)
    t.equal(code, 0, `${form}: ${output.slice(-300)}`)
  }
})
