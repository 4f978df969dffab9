'use strict'

// The command, with a stand-in for what it measures.

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

const COLLECT = `exports.measureDiagnosis = async ({ name }, settings, { onNotice }) => {
  onNotice('a notice')
  return { kind: 'diagnosis', startedAt: 'now', target: name, first: { tool: 'flame' } }
}`

t.test('a diagnosis is printed with what to do next, or as JSON, and saved', async (t) => {
  const project = copyProject(t, {
    'scripts/lib/diagnosis/collect.js': COLLECT,
    'scripts/lib/present/diagnosis.js': 'exports.diagnosisText = (diagnosis, next) => next'
  })
  const { stdout, stderr } = await project.run(['diagnose.js', 'slow/index.js', '--path', '/x'])
  const saved = path.join('results', 'now-diagnosis-own-slow.json')
  t.equal(stdout, `make flame APP=slow/index.js URLPATH=/x\nsaved       ${saved}\n`)
  t.equal(stderr, 'a notice\n')
  const json = await project.run(['diagnose.js', 'slow', '--json'])
  const { file, target } = JSON.parse(json.stdout)
  t.strictSame([path.basename(file), target], ['now-diagnosis-slow.json', 'slow'])
  t.equal(project.results().length, 2)
})

t.test('a full disk does not lose the verdict', async (t) => {
  const project = copyProject(t, {
    'full.js': `require('node:fs').writeFileSync = () => {
      console.log('full')
      throw Object.assign(new Error(), { code: 'ENOSPC' })
    }`,
    'scripts/lib/diagnosis/collect.js': COLLECT,
    'scripts/lib/present/diagnosis.js': 'exports.diagnosisText = ({ target }) => target'
  })
  const env = { NODE_OPTIONS: `--require=${JSON.stringify(path.join(project.folder, 'full.js'))}` }
  const { code, stdout, stderr } = await project.run(['diagnose.js', 'slow'], env)
  t.strictSame([code, stdout], [0, 'slow\nfull\n'])
  t.match(stderr, /^a notice\nnot saved: cannot write to .*results \(ENOSPC\): .*\n$/)
  t.strictSame(project.results(), [])
})
