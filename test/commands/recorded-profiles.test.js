'use strict'

// Profiles that were recorded before. Nothing is loaded here.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

/** A project with these pages, by their paths, and no recorded ones but these. */
function projectWith (t, ...pages) {
  const project = copyProject(t)
  fs.rmSync(path.join(project.folder, 'docs/profiles'), { recursive: true, force: true })
  for (const page of pages) {
    const file = path.join(project.folder, page)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, '<!doctype html>')
  }
  const profile = (args, env) => project.run(['profile.js', ...args], { OPEN: '0', ...env })
  return {
    ...project,
    profile,
    read: (file) => fs.readFileSync(path.join(project.folder, file), 'utf8')
  }
}

t.test('RECORDED=1 opens the recorded page, and loads nothing', async (t) => {
  const { profile } = projectWith(
    t,
    'docs/profiles/flame-slow.html',
    'docs/profiles/flame-exercise.html'
  )
  for (const name of ['slow', 'exercise']) {
    t.strictSame(await profile(['flame', name], { RECORDED: '1' }), {
      code: 0,
      signal: null,
      stdout: `${path.join('docs/profiles', `flame-${name}.html`)}\n`,
      stderr: ''
    })
  }
  const { code, stderr } = await profile(['doctor', 'slow'], { RECORDED: '1' })
  t.strictSame({ code, stderr }, {
    code: 1,
    stderr: 'profile: no page of doctor-slow is recorded (recorded: flame-exercise, flame-slow). ' +
      'Without RECORDED=1, it is made anew\n'
  })
})

t.test('a recorded CPU profile opens in speedscope', async (t) => {
  const { profile, read } = projectWith(t, 'docs/profiles/cpuprofile-slow.cpuprofile')
  const page = path.join('profiles', 'recorded-cpuprofile-slow.html')
  t.strictSame(await profile(['cpuprofile', 'slow'], { RECORDED: '1' }),
    { code: 0, signal: null, stdout: `${page}\n`, stderr: '' })
  t.match(
    read(page),
    /speedscope.*#view=left-heavy&localProfilePath=' \+ new URL\('recorded-cpuprofile-slow\.js'/
  )
  const content = Buffer.from('<!doctype html>').toString('base64')
  t.ok(read('profiles/recorded-cpuprofile-slow.js').endsWith(`'${content}')\n`))
})
