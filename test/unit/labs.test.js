'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { checkClaims, ratioOf } = require('../../scripts/lib/compare/lab-analysis')
const { findLab, labNames, readFigures, runLab } = require('../../scripts/lib/compare/labs')
const { LABS } = require('../../scripts/lib/server/targets')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { RECORDED } = require('../../scripts/lib/load/results')
const { readJson } = require('../../scripts/lib/load/saved-results')
const { resultOf } = require('../helpers/made-up')

const { signal } = new AbortController()
const settings = { nodes: '20 22', signal }
const failing = (message) => async () => { throw new Error(message) }

/** A lab whose parts measure nothing. */
function madeUpLab (...parts) {
  const defaults = {
    name: 'part',
    title: 'A part',
    targets: [{ name: 'made-up/a' }, { name: 'made-up/b' }],
    measure: () => t.fail('is not measured'),
    figures: [{ name: 'time', label: 'time', unit: 'ms', compared: true }]
  }
  return {
    name: 'made-up',
    title: 'A made-up lab',
    runs: 2,
    duration: 3,
    parts: parts.map((part) => ({ ...defaults, ...part }))
  }
}

t.test('a run of a lab has its figures, and what limited or disturbed it', async (t) => {
  const figures = [{ name: 'total', read: ({ requests }) => requests.total }, { name: 'lost' }]
  const read = (fields) => readFigures(resultOf('a', 10, fields), figures)
  t.strictSame(read({ bottleneck: 'generator', backgroundCpu: 0.1 }),
    { generatorBound: 1, backgroundCpu: 0.1, total: 15, lost: undefined })
  t.strictSame(read({ bottleneck: 'server', backgroundCpu: null }),
    { generatorBound: 0, backgroundCpu: null, total: 15, lost: undefined })
})

t.test('a lab measures its targets in turns, for the duration that was set', async (t) => {
  let time = 0
  const measure = async (target, ...args) => {
    t.strictSame(args, [{ rate: 5, duration: 1 }, { signal }])
    return { time: ++time }
  }
  const shares = []
  const load = { rate: 5 }
  const lab = madeUpLab({ measure, load })
  const result = await runLab(lab, { ...settings, duration: 1 }, (share) => shares.push(share))
  t.strictSame(shares, [0, 0.25, 0.5, 0.75, 1])
  const { parts: [part], startedAt, environment, ...rest } = result
  t.strictSame(rest, {
    schema: 2,
    kind: 'lab',
    lab: 'made-up',
    title: 'A made-up lab',
    settings: { runs: 2, duration: 1 }
  })
  t.strictSame(part, {
    name: 'part',
    title: 'A part',
    load: { rate: 5, duration: 1 },
    figures: lab.parts[0].figures,
    targets: [
      { name: 'a', runs: [{ time: 1 }, { time: 4 }] },
      { name: 'b', runs: [{ time: 2 }, { time: 3 }] }
    ]
  })
})

t.test('targets and a note may depend on the settings', async (t) => {
  const prepare = async ({ nodes }) =>
    ({ targets: nodes.split(' ').map((name) => ({ name })), note: `of ${nodes}` })
  const measure = async () => ({ time: 1 })
  const { parts: [part] } = await runLab(madeUpLab({ prepare, measure }), settings)
  t.strictSame([part.note, ...part.targets.map(({ name }) => name)], ['of 20 22', '20', '22'])
})

t.test('a part that this machine cannot run is skipped, with the reason', async (t) => {
  const { parts: [part] } = await runLab(madeUpLab({ skipped: 'no nginx' }), settings)
  t.strictSame([part.skipped, part.targets], ['no nginx', []])
})

t.test('what fails ends the lab: a later part before the first one is measured', async (t) => {
  const unprepared = madeUpLab({}, { prepare: failing('nothing to compare') })
  t.equal((await t.rejects(runLab(unprepared, settings))).message, 'nothing to compare')
  const died = madeUpLab({ measure: failing('exited with code 1') })
  t.equal((await t.rejects(runLab(died, settings))).message, 'exited with code 1')
})

/** A measured part with the times of `a` and of `b`. */
const partOf = (a, b) => ({
  targets: [['a', a], ['b', b]].map(([name, values]) =>
    ({ name, runs: values.map((time) => ({ time })) }))
})

t.test('two targets are compared by pairs of runs', async (t) => {
  const ratio = (a, b) => ratioOf(partOf(a, b), ['b', 'a', 'time'])
  t.strictSame(ratio([10, 11, 10, 9], [20, 19, 20, 21]),
    pairedContrast([10, 11, 10, 9], [20, 19, 20, 21]))
  t.strictSame(ratio([10, 20], [0, 5]), { ratio: 0, interval: [0, 0.5] }, 'of all pairs of runs')
  t.equal(ratio([0, 20], [10, 5]), null, 'nothing is a multiple of 0')
  t.equal(ratio([10, 10], [20, null]), null, 'not measured in each run')
  t.equal(ratioOf(partOf([1, 2], [3, 4]), ['b', 'other', 'time']), null)
})

t.test('a claim is shown if the whole interval is on its side', async (t) => {
  const noisy = [[10, 10, 10], [15, 20, 24]]
  const ratio = 'B is slower: 1.93 × (1.07 to 3.48)'
  const cases = [
    [...noisy, { above: 1.5 }, ratio, 'not shown'],
    [...noisy, { above: 1, below: 3.5 }, ratio, 'shown'],
    [...noisy, { below: 3 }, ratio, 'not shown'],
    [[10, 10], [20, 20], { above: 1 }, 'B is slower: 2 × (no interval)', 'not shown'],
    [[10, 20], [0, 1], { below: 0.2 }, 'B is slower: 0 × (0 to 0.1)', 'shown'],
    [[10, 20], [0, 0], { below: 0.2 }, 'B is slower: 0 × in every run', 'shown'],
    [[10], [], { above: 1 }, 'B is slower', 'unmeasured']
  ]
  for (const [a, b, limits, text, verdict] of cases) {
    const claims = [{ claim: 'B is slower', ratio: ['b', 'a', 'time'], ...limits }]
    t.strictSame(checkClaims({ parts: [partOf(a, b)] }, madeUpLab({ claims })), [{ text, verdict }])
  }
})

for (const name of labNames()) {
  const lab = findLab(name)
  const recorded = readJson(path.join(RECORDED, `lab-${name}.json`))

  t.test(`the lab ${name} is well-formed, and its recorded run shows its claims`, async (t) => {
    t.equal(lab.title, recorded.title)
    t.match(lab.question, /\?$/)
    const shape = ({ parts }) => JSON.parse(JSON.stringify(parts.map(({ name, title, figures }) =>
      ({ name, title, figures }))))
    t.strictSame(shape(recorded), shape(lab))
    for (const { text, verdict } of checkClaims(recorded, lab)) t.equal(verdict, 'shown', text)
    const page = fs.readFileSync(path.join(LABS, name, 'README.md'), 'utf8')
    for (const part of lab.parts) {
      t.ok(page.includes(`<!-- ${part.name} -->`), part.name)
      for (const { file } of part.targets ?? []) t.ok(fs.existsSync(file), file)
      if (!part.measure) t.ok(part.figures.every(({ read }) => read), 'a series is read')
    }
  })
}
