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
  'bench-slow DURATION=2', 'doctor-slow', 'flame-slow', 'trace-slow', 'exercise STEP=fix FORCE=1',
  'check-exercise'
]
// They take long, and have tests of their own; or are no npm script.
const NOT_RUN = ['preflight', 'lab', 'diff']

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
  return new Set(targets.map((target) => npmForm(target).split(' ')[0]))
}

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
  const tried = COMMANDS.map((command) => npmForm(command).split(' ')[0])
  t.strictSame([...chapterScripts()].filter((name) => ![...tried, ...NOT_RUN].includes(name)), [])
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
