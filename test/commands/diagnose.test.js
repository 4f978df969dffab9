'use strict'

// The command, with stand-ins for what measures.

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

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
}`
}

const project = copyProject(t, STAND_INS)

t.test('a diagnosis is printed with what to do next, or as JSON, and saved', async (t) => {
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
  const flags = ['--collect', '--callers', '--heap', '--profile']
  const args = ['--pid', '7', '--watch', '60', ...flags, '--json']
  const preload = `--require=${JSON.stringify(path.join(project.folder, 'watch.js'))}`
  const run = await project.run(['diagnose.js', ...args], { NODE_OPTIONS: preload })
  const { stdout, stderr } = run
  const { kind, target, running, settings } = JSON.parse(stdout)
  t.strictSame([kind, target, running], ['diagnosis', 'pid-7', { pid: 7 }])
  t.strictSame(settings,
    { seconds: 60, collect: true, callers: true, heap: true, profile: true })
  t.equal(stderr, 'a notice\n')
})
