'use strict'

const fs = require('node:fs')
const t = require('tap')
const { fetchNode, NODES } = require('../../docs/labs/node-versions/fetch-node')
const { findLab, labNames, runLab } = require('../../scripts/lib/compare/labs')
const { installLabs } = require('../helpers/labs')

t.jobs = 2 // most of the time, a load runs for as long as it has to

t.before(async () => {
  for (const version of ['20', '22']) await fetchNode(version) // else a lab would say that it does
  await installLabs()
})

// On a busy machine, threads that hash and slices of a heavy route answer nothing in a second.
const DURATIONS = { prof: 3, 'event-loop': 3 }
// Chapter 9 runs the other one, by its command.
const OTHERS = labNames().filter((name) => name !== 'overload')

for (const name of OTHERS) {
  const options = { timeout: 240_000, buffered: true }
  t.test(`the lab ${name}, with its smallest load`, options, async (t) => {
    const lab = findLab(name)
    const settings = { runs: 1, duration: DURATIONS[name] ?? 1, nodes: '20 22' }
    const { parts } = await runLab(lab, settings)
    t.strictSame(parts.map(({ title }) => title), lab.parts.map(({ title }) => title))
    for (const { title, skipped, figures, targets } of parts) {
      for (const { name, runs } of targets) {
        t.equal(runs.length, 1, name)
        t.ok(runs.every(({ lost }) => !lost), 'no logger loses a line')
      }
      const measured = ({ name }) => targets.some(({ runs }) => name in runs[0])
      t.ok(skipped || figures.every(measured), `${title}: all figures were measured`)
    }
  })
}

t.test('versions that leave nothing to compare', async (t) => {
  const { parts: [{ prepare }] } = findLab('node-versions')
  const { message, exitCode } = await t.rejects(prepare({ nodes: '20' }))
  t.equal(message, 'NODES="20" leaves nothing to compare: name two versions, as NODES="20 24"')
  t.equal(exitCode, 2)
})

t.test('a version that does not exist', async (t) => {
  const { message } = await t.rejects(fetchNode('20.999.0'))
  const { platform, arch } = process
  t.ok(message.startsWith(`cannot fetch Node.js 20.999.0 for ${platform} ${arch}: npm install `))
  t.notOk(fs.readdirSync(NODES).some((name) => name.startsWith('20.999.0')), 'nothing is left')
})
