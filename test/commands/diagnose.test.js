'use strict'

// The command, with stand-ins for what measures.

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.jobs = 2 // half of the time they wait

const STAND_INS = {
  'scripts/lib/diagnose/diagnosis.js': `exports.diagnosisFlags = {}
exports.measureDiagnosis = async ({ name }) =>
  ({ kind: 'diagnosis', startedAt: 'now', target: name, first: { tool: 'flame' } })`,
  'scripts/lib/show/diagnosis.js':
    'exports.diagnosisText = (diagnosis, { command }) => command',
  'watch.js': `require('whyslow').watch = async (running, options) => {
  const { onNotice, onProgress, signal, ...settings } = options
  onNotice('a notice')
  return { startedAt: 'now', running, settings, first: { tool: 'cpuprofile' } }
}`,
  'full.js': `require('node:fs').writeFileSync = () => {
  throw Object.assign(new Error(), { code: 'ENOSPC' })
}`
}

const preload = ({ folder }, name) =>
  ({ NODE_OPTIONS: `--require=${JSON.stringify(path.join(folder, name))}` })

t.test('a diagnosis is printed with what to do next, or as JSON, and saved', async (t) => {
  const project = copyProject(t, STAND_INS)
  const printed = await project.run(['diagnose.js', 'slow/index.js', '--urlpath', '/x'])
  const saved = path.join('results', 'now-diagnosis-own-slow.json')
  t.strictSame([printed.stdout, printed.stderr],
    [`make flame APP=slow/index.js URLPATH=/x\nsaved       ${saved}\n`, ''])
  const json = await project.run(['diagnose.js', 'slow', '--json'])
  const { file, target } = JSON.parse(json.stdout)
  t.strictSame([path.basename(file), target], ['now-diagnosis-slow.json', 'slow'])
  t.equal(project.results().length, 2)
})

t.test('a running process is watched, and its notices are printed', async (t) => {
  const project = copyProject(t, STAND_INS)
  const args = ['diagnose.js', '--pid', '7', '--watch', '60', '--collect', '--json']
  const { stdout, stderr } = await project.run(args, preload(project, 'watch.js'))
  const { kind, target, running, settings } = JSON.parse(stdout)
  t.strictSame({ kind, target, running, settings }, {
    kind: 'diagnosis',
    target: 'pid-7',
    running: { pid: 7 },
    settings: { seconds: 60, collect: true }
  })
  t.equal(stderr, 'a notice\n')
})

t.test('a full disk does not lose the verdict', async (t) => {
  const project = copyProject(t, STAND_INS)
  const env = preload(project, 'full.js')
  const { code, stdout, stderr } = await project.run(['diagnose.js', 'slow'], env)
  t.strictSame([code, stdout], [0, 'make flame-slow\n'])
  t.match(stderr, /^not saved: cannot write to .*results \(ENOSPC\): .*\n$/)
  t.strictSame(project.results(), [])
})
