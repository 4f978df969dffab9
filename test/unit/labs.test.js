'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { checkClaims, ratioOf } = require('../../scripts/lib/experiments/lab-analysis')
const { findLab, labNames, runLab } = require('../../scripts/lib/experiments/labs')
const { LABS } = require('../../scripts/lib/measure/targets')
const { readResult, RECORDED } = require('../../scripts/lib/measure/results')
const { resultOf } = require('../helpers/made-up')

const { signal } = new AbortController()
const settings = { nodes: '20 22', signal }
const times = { name: 'time', label: 'time', unit: 'ms', compared: true }

/** A lab whose parts measure nothing: `measure` returns 1, 2, 3, … ms. */
function madeUpLab (...parts) {
  let calls = 0
  const defaults = {
    name: 'part',
    title: 'A part',
    targets: [{ name: 'made-up/a' }, { name: 'made-up/b' }],
    measure: async () => ({ time: ++calls }),
    figures: [times]
  }
  return {
    name: 'made-up',
    title: 'A made-up lab',
    runs: 2,
    duration: 3,
    parts: parts.map((part) => ({ ...defaults, ...part }))
  }
}

t.test('the labs are the folders with a lab.js, by name', async (t) => {
  const folder = t.testdir({
    overload: { 'lab.js': "module.exports = { title: 'Overload' }" },
    drafts: {},
    loggers: { 'lab.js': '' }
  })
  const labs = t.mockRequire('../../scripts/lib/experiments/labs', {
    '../../scripts/lib/measure/targets': { LABS: folder }
  })
  t.strictSame(labs.labNames(), ['loggers', 'overload'])
  const overload = { name: 'overload', folder: path.join(folder, 'overload'), title: 'Overload' }
  t.strictSame(labs.findLab('overload'), overload)
})

t.test('a lab is installed with the labs whose servers it runs', async (t) => {
  const folder = t.testdir({ other: { 'lab.js': '' } })
  const installed = []
  const { installLab } = t.mockRequire('../../scripts/lib/experiments/labs', {
    '../../scripts/lib/measure/targets': { LABS: folder },
    '../../scripts/lib/system/npm': {
      installPackages: async (...args) => installed.push(args)
    }
  })
  await installLab({ name: 'made-up', folder: '/made-up', requires: ['other'] }, signal)
  t.strictSame(installed, [
    [path.join(folder, 'other'), 'the lab other', signal],
    ['/made-up', 'the lab made-up', signal]
  ])
})

t.test('a lab without measure is a series, of which its figures are read', async (t) => {
  const { runLab } = t.mockRequire('../../scripts/lib/experiments/labs', {
    '../../scripts/lib/experiments/series': {
      async measureSeries (targets, load, options) {
        t.strictSame(load, { connections: 7, duration: 3, runs: 2 })
        t.equal(options.signal, signal)
        const runs = [
          resultOf('a', 10, { bottleneck: 'generator', backgroundCpu: 0.1 }),
          resultOf('a', 20, { bottleneck: 'server', backgroundCpu: undefined })
        ]
        return { targets: targets.map(({ name }) => ({ name, runs })) }
      }
    }
  })
  const read = ({ requests }) => requests.total
  const total = { name: 'total', label: 'answered', read }
  const part = { measure: undefined, load: { connections: 7 }, figures: [total] }
  const { parts, startedAt, environment, ...rest } = await runLab(madeUpLab(part), settings)
  t.strictSame(rest, {
    schema: 2,
    kind: 'lab',
    lab: 'made-up',
    title: 'A made-up lab',
    settings: { runs: 2, duration: 3 }
  })
  const runs = [
    { generatorBound: 1, backgroundCpu: 0.1, total: read(resultOf('a', 10)) },
    { generatorBound: 0, backgroundCpu: null, total: read(resultOf('a', 20)) }
  ]
  t.strictSame(parts[0].targets, [{ name: 'a', runs }, { name: 'b', runs }])
  t.strictSame(parts[0].load, { connections: 7, duration: 3 })
})

t.test('a lab with measure runs its targets in turns', async (t) => {
  const calls = []
  const measure = async (target, load, given) => {
    t.equal(given, signal)
    calls.push([target.name, load])
    return { time: calls.length }
  }
  const shares = []
  const lab = madeUpLab({ measure, load: { rate: 5 }, minDuration: 9 })
  const result = await runLab(lab, { ...settings, duration: 1 }, (share) => shares.push(share))
  const load = { rate: 5, duration: 9 }
  const [a, b] = ['made-up/a', 'made-up/b'].map((name) => [name, load])
  t.strictSame(calls, [a, b, b, a])
  t.strictSame(result.parts[0].targets, [
    { name: 'a', runs: [{ time: 1 }, { time: 4 }] },
    { name: 'b', runs: [{ time: 2 }, { time: 3 }] }
  ])
  t.strictSame(shares, [0, 0.25, 0.5, 0.75, 1])
})

t.test('targets and a note may depend on the settings', async (t) => {
  const targets = async ({ nodes }) => nodes.split(' ').map((name) => ({ name }))
  const note = (all) => `of ${all.length}`
  const { parts } = await runLab(madeUpLab({ targets, note }), settings)
  t.strictSame(parts[0].targets.map(({ name }) => name), ['20', '22'])
  t.equal(parts[0].note, 'of 2')
})

t.test('a part that this machine cannot run is skipped, with the reason', async (t) => {
  const neither = () => t.fail('is not called')
  const skip = async () => 'no nginx'
  const skipped = { skip, targets: neither, measure: neither }
  const { parts } = await runLab(madeUpLab(skipped, { skip: () => undefined }), settings)
  t.strictSame(parts.map(({ skipped, targets }) => [skipped, targets.length]),
    [['no nginx', 0], [undefined, 2]])
})

t.test('what is wrong with a later part is known before the first one is measured', async (t) => {
  const measure = () => t.fail('is not called')
  const targets = async () => { throw new Error('NODES leaves nothing to compare') }
  const error = await t.rejects(runLab(madeUpLab({ measure }, { targets }), settings))
  t.equal(error.message, 'NODES leaves nothing to compare')
})

t.test('a run that throws ends the lab', async (t) => {
  const measure = async () => { throw new Error('exited with code 1') }
  const error = await t.rejects(runLab(madeUpLab({ measure }), settings))
  t.equal(error.message, 'exited with code 1')
})

/** A measured part with the times of `a` and of `b`. */
const partOf = (a, b) => ({
  name: 'part',
  figures: [times],
  targets: [['a', a], ['b', b]].map(([name, values]) =>
    ({ name, runs: values.map((time) => ({ time })) }))
})

t.test('two targets are compared by blocks of A B B A', async (t) => {
  const ratio = (a, b) => ratioOf(partOf(a, b), 'b', 'a', 'time')
  t.strictSame(ratio([10, 10, 10, 10], [20, 20, 20, 20]), { ratio: 2, interval: [2, 2] })
  t.strictSame(ratio([10, 10], [20, 20]), { ratio: 2, interval: null }, 'a single block')
  t.strictSame(ratio([10, 20], [0, 5]), { ratio: null, interval: [0, 0.5] }, 'of all pairs of runs')
  t.strictSame(ratio([0, 20], [10, 5]), { ratio: null, interval: null })
  t.equal(ratio([10, 10], [20, null]), null, 'not measured in each run')
  t.equal(ratioOf(partOf([1, 2], [3, 4]), 'b', 'other', 'time'), null)
})

t.test('a claim is shown if the whole interval is on its side', async (t) => {
  const verdicts = (a, b, limits) => {
    const claims = [{ claim: 'B takes longer', ratio: ['b', 'a', 'time'], ...limits }]
    return checkClaims({ parts: [partOf(a, b)] }, madeUpLab({ claims }))
  }
  const noisy = [[10, 10, 10, 10], [15, 15, 24, 24]]
  const shown = 'B takes longer: 1.9 × (0.0958 to 37.6)'
  t.strictSame(verdicts(...noisy, { above: 1 }), [{ text: shown, verdict: 'not shown' }])
  t.strictSame(verdicts(...noisy, { above: 0.09, below: 38 }), [{ text: shown, verdict: 'shown' }])
  t.strictSame(verdicts(...noisy, { below: 37 }), [{ text: shown, verdict: 'not shown' }])
  t.strictSame(verdicts([10, 10], [20, 20], { above: 1 }),
    [{ text: 'B takes longer: 2 × (no interval)', verdict: 'not shown' }])
  t.strictSame(verdicts([10, 20], [0, 0], { below: 0.1 }),
    [{ text: 'B takes longer: 0 ×', verdict: 'shown' }])
  t.strictSame(verdicts([10], [], { above: 1 }),
    [{ text: 'B takes longer', verdict: 'not measured' }])
})

for (const name of labNames()) {
  const lab = findLab(name)
  const recorded = readResult(path.join(RECORDED, `lab-${name}.json`))

  t.test(`the lab ${name} is well-formed`, async (t) => {
    t.equal(lab.title, recorded.title)
    t.match(lab.question, /\?$/)
    t.ok(lab.runs >= 2 && lab.duration >= 1)
    for (const part of lab.parts) {
      const { figures, claims = [], measure, targets } = part
      const names = figures.map(({ name }) => name)
      t.equal(new Set(names).size, names.length)
      if (!measure) t.ok(figures.every(({ read }) => read), `${part.name}: a series is read`)
      const bounded = figures.filter(({ compared, limitedBy }) => compared && limitedBy)
      t.strictSame(bounded, [], 'a ratio of limited figures would be a bound')
      const all = Array.isArray(targets) ? targets : []
      for (const { file } of all) t.ok(fs.existsSync(file), file)
      const targetNames = all.map((target) => target.name.replace(`${name}/`, ''))
      for (const { ratio: [target, reference, figure], above, below } of claims) {
        t.ok(names.includes(figure), figure)
        t.ok(above || below, `${figure} has a limit`)
        if (!all.length) continue
        t.ok(targetNames.includes(target), target)
        t.ok(targetNames.includes(reference), reference)
      }
    }
  })

  t.test(`the recorded run of the lab ${name} has its parts, and shows its claims`, async (t) => {
    const shape = ({ parts }) => JSON.parse(JSON.stringify(parts.map(({ name, title, figures }) =>
      ({ name, title, figures }))))
    t.strictSame(shape(recorded), shape(lab))
    for (const { text, verdict } of checkClaims(recorded, lab)) t.equal(verdict, 'shown', text)
    const page = fs.readFileSync(path.join(LABS, name, 'README.md'), 'utf8')
    for (const part of lab.parts) t.ok(page.includes(`<!-- ${part.name} -->`), part.name)
  })
}
