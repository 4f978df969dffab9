'use strict'

// Chapter 1's table of commands without make: each form runs, on every system.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const t = require('tap')
const { cleanEnvironment, copyProject, ROOT } = require('../helpers/project')

const chapter = fs.readFileSync(path.join(ROOT, 'docs/workshop/01-set-up.md'), 'utf8')
const forms = [...chapter.matchAll(/^\| `make ([^`]+)` \| `npm run ([^`]+)` \|$/gm)]
  .map(([, make, npm]) => ({ target: make.split(' ')[0], npm }))
const GOALS_ARE_MISSED = 3 // the exit code of check-exercise

/** The commands of the chapters, without those that only show or edit files. */
function chapterCommands () {
  const folder = path.join(ROOT, 'docs/workshop')
  const chapters = fs.readdirSync(folder).filter((name) => /^0[1-8]-/.test(name))
  const shell = chapters
    .flatMap((name) => [...fs.readFileSync(path.join(folder, name), 'utf8').matchAll(/```sh\n([^]*?)```/g)])
  return [...new Set(shell.flatMap(([, commands]) => commands.match(/(?<=^make )\S+/gm) ?? []))]
}

/** `npm run` in a folder, with short loads, and no page that opens. */
async function npmRun (form, cwd) {
  const child = spawn(`npm run --silent ${form}`, {
    cwd,
    shell: true,
    env: cleanEnvironment({ DURATION: '2', ALONE: '2', RUNS: '2', OPEN: '0', QUIET: '1' })
  })
  const [output, errors, code] = await Promise.all([
    text(child.stdout), text(child.stderr), new Promise((resolve) => child.once('close', resolve))
  ])
  return { code, output: output + errors }
}

t.test('the table has a form for every tool of chapters 1 to 8', async (t) => {
  const known = forms.map(({ target }) => target.replace(/-(slow|fast|optimized|baseline|exercise)$/, ''))
  for (const target of chapterCommands()) {
    t.ok(known.includes(target.replace(/-(slow|fast|optimized|baseline|exercise)$/, '')), target)
  }
})

t.test('each form runs', async (t) => {
  const { folder } = copyProject(t)
  t.ok(forms.length >= 10)
  for (const { target, npm } of forms.filter(({ target }) => !['preflight', 'lab-overload'].includes(target))) {
    const { code, output } = await npmRun(npm, folder)
    t.equal(code, target === 'check-exercise' ? GOALS_ARE_MISSED : 0, `${npm}: ${output.slice(-300)}`)
  }
})
