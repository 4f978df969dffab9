'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { COMMANDS } = require('../../docs/tools/record')
const { copyProject, ROOT } = require('../helpers/project')

const FLAG = /--([\w-]+)/g
const CHECK = 'test/reliability/run.js'
const [major] = process.versions.node.split('.')

t.test('make record runs commands with settings that they have, and each check', async (t) => {
  const helps = {} // by script and check
  for (const command of COMMANDS) {
    const [script, operand] = command.split(' ')
    if (script === 'docs/tools/screenshots.js') continue
    const words = script === CHECK ? [script, operand] : [script]
    const args = [...words, '--help']
    helps[args] ??= execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
    for (const [flag] of command.matchAll(FLAG)) t.match(helps[args], new RegExp(flag), command)
  }
  for (const file of fs.readdirSync(path.join(ROOT, 'test/reliability/checks'))) {
    const { name } = path.parse(file)
    t.ok(COMMANDS.some((command) => command.split(' ').includes(name)), name)
  }
})

/** A copy in which each step saves nothing, and checks end with `code`. */
function copyOfSteps (t, code) {
  const files = { '.nvmrc': major, [CHECK]: `process.exit(${code})` }
  for (const command of COMMANDS) files[command.split(' ')[0]] ??= ''
  return copyProject(t, { 'scripts/preflight.js': '', ...files }, ['docs/labs'])
}

t.test('what fails does not stop the rest, and is named at the end', async (t) => {
  const { code, stdout, stderr } = await copyOfSteps(t, 1).run(['record.js', '--from=2'])
  t.equal(code, 1)
  const checks = COMMANDS.filter((command) => command.startsWith(CHECK))
  const failed = checks.map((check) => `${check} failed`).join('; ')
  t.equal(stderr, `record: ${failed}: make record ONLY="…" runs one\n`)
  t.match(stdout, /^\n2 of (\d+): [^]*\n\1 of \1: /, 'from the second step to the last')
})

t.test('a saved result becomes a file of the docs, and disturbed runs are counted', async (t) => {
  const project = copyProject(t, {
    '.nvmrc': major,
    'scripts/preflight.js': '',
    'scripts/lab.js': `require('node:fs').mkdirSync('results')
      const file = 'results/2026-01-02T03-04-05-678Z-lab-prof.json'
      const runs = [0.1, 0.3, null].map((backgroundCpu) => ({ backgroundCpu }))
      const files = ['slow/index.js', 'fast/index.js'].map((name) => process.cwd() + '/' + name)
      const text = JSON.stringify({ files, runs }, null, 2)
      require('node:fs').writeFileSync(file, text)
      console.log('saved       ' + file)`
  }, ['docs/labs'])
  const { code, stdout } = await project.run(['record.js', '--only', 'scripts/lab.js prof'])
  t.equal(code, 0)
  const { files } = JSON.parse(project.read('docs/results/lab-prof.json'))
  t.strictSame(files, ['slow/index.js', 'fast/index.js'], 'no folder of who records')
  t.match(stdout, /^disturbed +1 runs, by other programs$/m)
  t.strictSame(project.results(), [], 'it is moved')
})

t.test('the growths that the docs quote have a mean slope', async (t) => {
  const project = copyProject(t)
  const { code, stdout } = await project.run(['record-growth.js', '--runs=2', '--max=100'])
  t.equal(code, 0)
  const { targets } = JSON.parse(project.read(path.join('results', project.results()[0])))
  t.strictSame(targets.map(({ runs }) => runs.length), [2, 2, 2])
  const [first, second] = targets[0].runs.map(({ fit }) => fit.b * 1e6)
  const mean = Math.round((first + second) / 2).toLocaleString('en-US')
  t.match(stdout, new RegExp(`slow +│ +${mean} µs `))
})
