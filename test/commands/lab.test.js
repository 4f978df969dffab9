'use strict'

const path = require('node:path')
const t = require('tap')
const { findLab, labNames } = require('../../scripts/lib/compare/labs')
const { copyProject, startScript } = require('../helpers/project')

const LAB = `module.exports = {
  title: 'A tiny lab',
  requires: ['prof'],
  runs: 9,
  duration: 9,
  parts: [{
    name: 'part',
    title: 'A part',
    targets: [{ name: 'tiny/a' }, { name: 'tiny/b' }],
    async prepare ({ nodes }) {
      console.error('prepared')
      return { note: 'Of ' + nodes }
    },
    measure: async (target, { duration }, { signal }) => ({ time: signal.aborted ? 0 : duration }),
    figures: [{ name: 'time', label: 'time', unit: 's' }]
  }]
}`
const NPM = `exports.installPackages = async (folder, what) => {
  await new Promise(setImmediate)
  console.error(folder.slice(-4) + ': ' + what)
}`

t.test('a lab installs what it needs, and prints and saves what it measures', async (t) => {
  const files = { 'docs/labs/tiny/lab.js': LAB, 'scripts/lib/server/npm.js': NPM }
  const project = copyProject(t, files)
  const args = ['lab.js', 'tiny', '--runs=2', '--duration=3', '--nodes=20 22', '--record']
  const { code, stdout, stderr } = await project.run(args)
  t.strictSame([code, stderr], [0, 'prof: the lab prof\ntiny: the lab tiny\nprepared\n'])
  t.match(stdout, /^A tiny lab: [^]*│ a │ +3 s │\n[^]*\n2 runs of each: .* Of 20 22\n/)
  const file = path.join('docs/results', 'lab-tiny.json')
  t.ok(stdout.endsWith(`\n\nsaved       ${file}\n`))
  const { parts: [{ targets: [a] }] } = JSON.parse(project.read(file))
  t.strictSame(a, { name: 'a', runs: [{ time: 3 }, { time: 3 }] })
})

t.test('without a name, the labs are listed with their questions', async (t) => {
  const { code, stdout } = await startScript('scripts/lab.js').outcome
  const lines = labNames().map((name) => `${name.padEnd(14)} ${findLab(name).question}\n`)
  t.strictSame([code, stdout], [0, lines.join('')])
})
