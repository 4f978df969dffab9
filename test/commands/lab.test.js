'use strict'

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

const LAB = `const part = {
  title: 'A part',
  targets: [{ name: 'tiny/a' }, { name: 'tiny/b' }],
  measure: async (target, { rate, duration }, { signal }) =>
    ({ time: signal.aborted ? 0 : rate * duration * (target.name === 'tiny/b' ? 2 : 1) }),
  figures: [{ name: 'time', label: 'time', unit: 's', compared: true }],
  claims: [{ claim: 'B is slower', ratio: ['b', 'a', 'time'], above: 1 }]
}
module.exports = {
  title: 'A tiny lab',
  requires: ['prof'],
  runs: 9,
  duration: 9,
  parts: [
    {
      ...part,
      name: 'measured',
      load: { rate: 5 },
      async prepare ({ nodes }) {
        console.error('prepared')
        return { note: 'Of ' + nodes }
      }
    },
    { ...part, name: 'other', skipped: 'no nginx' }
  ]
}`
const NPM = `exports.installPackages = async (folder, what) => {
  await new Promise(setImmediate)
  console.error(folder.slice(-4) + ': ' + what)
}`

t.test('a lab installs what it needs, and prints and saves what it measures', async (t) => {
  const files = { 'docs/labs/tiny/lab.js': LAB, 'scripts/lib/server/npm.js': NPM }
  const project = copyProject(t, files)
  const args = ['lab.js', 'tiny', '--runs=3', '--duration=3', '--nodes=20 22']
  const { code, stdout, stderr } = await project.run(args)
  t.strictSame([code, stderr], [0, 'prof: the lab prof\ntiny: the lab tiny\nprepared\n'])
  t.match(stdout, /^A tiny lab: [^]*│ a │ +15 s │[^]*│ b │ +30 s │ +2 × │\n/)
  t.match(stdout, /\n3 runs of each: [^]*Of 20 22\n/)
  const file = path.join('results', project.results()[0])
  t.equal(stdout.slice(stdout.indexOf('\n\nA part\nSkipped')), `

A part
Skipped: no nginx

What follows
shown       B is slower: 2 × (2 to 2)
unmeasured  B is slower

saved       ${file}
`)
  const { kind, lab, settings, parts: [{ targets, load, note }] } = JSON.parse(project.read(file))
  t.strictSame({ kind, lab, settings },
    { kind: 'lab', lab: 'tiny', settings: { runs: 3, duration: 3 } })
  t.strictSame(targets, [
    { name: 'a', runs: Array(3).fill({ time: 15 }) },
    { name: 'b', runs: Array(3).fill({ time: 30 }) }
  ])
  t.strictSame({ load, note }, { load: { rate: 5, duration: 3 }, note: 'Of 20 22' })
})
