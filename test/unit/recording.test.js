'use strict'

// make record: which steps it runs, and what it keeps. Nothing is measured: processes and the clock are stand-ins.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { UserError } = require('../../scripts/lib/base/errors')
const { labNames } = require('../../scripts/lib/experiments/labs')
const store = require('../../scripts/lib/measure/results')
const { ROOT } = require('../../scripts/lib/system/root')

const { signal } = new AbortController()
const NODE = { file: '/nodes/26/node', version: '26.1.2' }
const onlyLinux = process.platform !== 'linux' && 'only Linux tells what the steps themselves used'

/**
 * `record` in empty folders. `shares`: what other programs use at each look, of one core, then nothing; `changed`:
 * what git finds; `atStep`: is called for each step.
 */
function standIn (t, { commit = 'c0ffee', changed = '', shares = [], atStep = () => {} } = {}) {
  const seen = { git: [], steps: [], commands: [], lines: [], slept: 0, given: [] }
  const folder = t.testdir({ recorded: {}, results: {} })
  const [RECORDED, RESULTS] = ['recorded', 'results'].map((name) => path.join(folder, name))
  const setting = { commit, changed, shares, atStep }
  const { record, STEPS } = t.mockRequire('../../scripts/lib/docs/recording', {
    '../../scripts/lib/base/errors': { UserError },
    '../../scripts/lib/measure/results': { ...store, RECORDED, RESULTS },
    '../../scripts/lib/system/process': {
      async runProcess (command, options) {
        t.strictSame(options, { cwd: ROOT, signal })
        if (command[0] === 'git') {
          seen.git.push(command)
          return { stdout: command[1] === 'status' ? setting.changed : `${setting.commit}\n` }
        }
        const [name] = Object.entries(STEPS).find(([, args]) => command.slice(2, -1).join() === args.slice(1).join() &&
          command[1] === path.join(ROOT, 'scripts', `${args[0]}.js`))
        seen.steps.push(name)
        seen.commands.push(command)
        fs.writeFileSync(path.join(RECORDED, `${name}.json`), `new, by step ${seen.steps.length}`)
        await setting.atStep(name, RECORDED)
      }
    },
    '../../scripts/lib/system/environment': {
      watchBackgroundCpu: () => (known) => {
        seen.given.push(known)
        return setting.shares.length ? setting.shares.shift() : 0
      }
    },
    'node:timers/promises': {
      async setTimeout (ms, value, options) {
        t.strictSame([ms, value, options], [2000, null, { signal }])
        seen.slept++
      }
    }
  })
  return {
    ...seen,
    seen,
    setting,
    names: Object.keys(STEPS),
    STEPS,
    state: path.join(RESULTS, 'recording.state'),
    results: RESULTS,
    read: (name) => fs.readFileSync(path.join(RECORDED, name), 'utf8'),
    write: (name, text) => fs.writeFileSync(path.join(RECORDED, name), text),
    recorded: () => fs.readdirSync(RECORDED).sort(),
    record: (node = NODE, anew = false) => record(node, { anew, log: (line) => seen.lines.push(line), signal })
  }
}

const interrupted = new Error('interrupted')
/** Interrupts a recording at its third step. */
const atThird = () => {
  let count = 0
  return () => { if (++count === 3) throw interrupted }
}

// By the name of the file in docs/results that each of them writes.
const COMMANDS = {
  bench: 'bench --runs 10',
  'bench-fast-rate-4000': 'bench fast --rate 4000',
  'bench-slow-rate-100': 'bench slow --rate 100',
  'compare-fast-optimized': 'compare --a fast --b optimized --runs 20',
  'compare-fast-optimized-connections-1': 'compare --a fast --b optimized --connections 1',
  'compare-fast-fast': 'compare --a fast --b fast --runs 20',
  'growth-slow': 'growth --stage slow',
  'growth-fast': 'growth --stage fast',
  'growth-optimized': 'growth --stage optimized',
  ...Object.fromEntries(['slow', 'fast', 'optimized', 'baseline'].map((name) =>
    [`cpuprofile-${name}`, `profile cpuprofile ${name} --connections 100 --duration 20 --no-open`])),
  'live-race': 'live'
}

t.test('every step is run once, under the given Node.js, and its result is kept', async (t) => {
  const { record, names, steps, commands, git, lines, recorded, results } = standIn(t)
  await record()
  t.strictSame(steps, names)
  t.strictSame(recorded(), names.map((name) => `${name}.json`).sort())
  t.strictSame(commands[0],
    ['/nodes/26/node', path.join(ROOT, 'scripts/bench.js'), '--runs', '10', '--record'])
  const labs = labNames()
  t.strictSame(names, [...Object.keys(COMMANDS), ...labs.map((lab) => `lab-${lab}`)])
  t.strictSame(commands.map(([, script, ...args]) => [path.basename(script, '.js'), ...args].join(' ')),
    [...Object.values(COMMANDS), ...labs.map((lab) => `lab ${lab}`)].map((command) => `${command} --record`))
  t.strictSame(git.at(-1), ['git', 'rev-parse', 'HEAD'])
  t.strictSame(lines, names.map((name, i) => `${name} (${i + 1} of ${names.length})`))
  t.strictSame(fs.readdirSync(results), [], 'nothing is left of its state')
})

t.test('results has the steps done, the Node.js and the commit while it records', async (t) => {
  const states = []
  const recording = standIn(t, {
    atStep () {
      if (fs.existsSync(recording.state)) states.push(JSON.parse(fs.readFileSync(recording.state, 'utf8')))
    }
  })
  await recording.record()
  t.strictSame(states, recording.names.slice(0, -1).map((name, i) =>
    ({ version: '26.1.2', commit: 'c0ffee', done: recording.names.slice(0, i + 1) })))
})

t.test('an interrupted recording goes on after the steps that are done', async (t) => {
  const { record, names, seen, setting } = standIn(t, { atStep: atThird() })
  t.equal(await t.rejects(record()), interrupted)
  t.strictSame(seen.steps.splice(0), names.slice(0, 3))
  seen.lines.length = 0
  await record()
  t.strictSame(seen.steps, names.slice(2))
  t.strictSame(seen.lines.slice(0, 2),
    [`going on after 2 of ${names.length} steps`, `${names[2]} (3 of ${names.length})`])
  seen.steps.length = 0
  setting.atStep = () => {}
  await record()
  t.strictSame(seen.steps, names, 'a finished one begins from the start')
})

t.test('another Node.js, another commit, or the wish to begin anew begins from the start', async (t) => {
  const others = {
    version: ({ record }) => record({ ...NODE, version: '24.1.2' }),
    commit: ({ record, setting }) => { setting.commit = 'decade'; return record() },
    anew: ({ record }) => record(NODE, true)
  }
  for (const [what, recordAgain] of Object.entries(others)) {
    const recording = standIn(t, { atStep: atThird() })
    await t.rejects(recording.record())
    recording.seen.steps.length = 0
    await recordAgain(recording)
    t.strictSame(recording.seen.steps, recording.names, what)
  }
})

t.test('code that is not committed is not recorded', async (t) => {
  const { record, steps, git } = standIn(t, { changed: ' M slow/index.js\n?? scripts/new.js\n' })
  const err = await t.rejects(record())
  t.strictSame([err.constructor, err.message], [UserError,
    'commit these changes first, so that the figures belong to a commit:\nM slow/index.js\n?? scripts/new.js'])
  t.strictSame(steps, [])
  t.strictSame(git, [['git', 'status', '--porcelain', '--',
    'slow', 'fast', 'optimized', 'scripts', 'docs/labs/*.js', 'package-lock.json']])
})

t.test('a step that was disturbed leaves the old files, and is tried again', { skip: onlyLinux }, async (t) => {
  // Before each step there is a look at the machine: quiet, disturbed, quiet, undisturbed, …
  const recording = standIn(t, {
    shares: [0.2, 0.21, 0.2, 0.2],
    atStep (name, folder) {
      if (recording.steps.length === 1) {
        fs.writeFileSync(path.join(folder, `${name}.csv`), 'new')
        fs.writeFileSync(path.join(folder, 'bench-new.json'), 'by somebody else')
      }
      if (recording.steps.length === 2) {
        t.strictSame(recording.recorded(), ['bench-new.json', 'bench-other.json', 'bench.json'])
      }
    }
  })
  recording.write('bench.json', 'old')
  recording.write('bench-other.json', 'another')
  await recording.record()
  t.strictSame(recording.steps.slice(0, 3), ['bench', 'bench', recording.names[1]])
  t.equal(recording.read('bench.json'), 'new, by step 2')
  t.equal(recording.read('bench-other.json'), 'another')
  t.equal(recording.lines[1], 'not kept: other programs used 21 % of a core during it')
})

t.test('after three disturbed tries it gives up, and keeps what there was', { skip: onlyLinux }, async (t) => {
  const message = 'bench was disturbed 3 times: close other programs, and start this again to go on'
  const shares = () => [0, 0.5, 0, 0.5, 0, 0.5]
  const first = standIn(t, { shares: shares() })
  const err = await t.rejects(first.record())
  t.strictSame([err.constructor, err.message], [UserError, message])
  t.strictSame(first.steps, ['bench', 'bench', 'bench'])
  t.strictSame(first.recorded(), [], 'there was nothing')
  const second = standIn(t, { shares: shares() })
  second.write('bench.json', 'old')
  second.write('bench.csv', 'old, too')
  t.equal((await t.rejects(second.record())).message, message)
  t.strictSame(second.recorded(), ['bench.csv', 'bench.json'])
  t.strictSame(['bench.csv', 'bench.json'].map(second.read), ['old, too', 'old'])
})

t.test('it waits until the machine is quiet, and says once why', { skip: onlyLinux }, async (t) => {
  const { record, names, seen } = standIn(t, { shares: [0.9, 0.5, 0.3, 0.2] })
  await record()
  t.equal(seen.slept, 3 + names.length)
  t.strictSame(seen.lines.slice(0, 3), [`${names[0]} (1 of ${names.length})`,
    'waiting: other programs use 90 % of a core', `${names[1]} (2 of ${names.length})`])
  t.strictSame(seen.steps, names)
})

t.test('after five minutes on a busy machine it gives up', { skip: onlyLinux }, async (t) => {
  const { record, seen } = standIn(t, { shares: Array(150).fill(0.3) })
  const err = await t.rejects(record())
  t.strictSame([err.constructor, err.message],
    [UserError, 'the machine is busy: close other programs, and start this again to go on'])
  t.strictSame([seen.slept, seen.steps], [150, []])
})

t.test('the CPU time of the steps themselves is not that of others', { skip: onlyLinux }, async (t) => {
  const { readFileSync } = fs
  let [user, system] = [30, 40] // ticks of 10 ms, of children that have ended; before them, 13 other fields: proc(5)
  const stat = () => `7 (a) name) S ${Array(12).fill(5).join(' ')} ${user} ${system} 20 0`
  t.intercept(fs, 'readFileSync', {
    value: (file, ...rest) => file === '/proc/self/stat' ? stat() : readFileSync(file, ...rest)
  })
  const recording = standIn(t, {
    atStep () {
      if (recording.steps.length === 2) throw interrupted
      user += 100
      system += 50
    }
  })
  t.equal(await t.rejects(recording.record()), interrupted)
  t.strictSame(recording.given, [0, 1_500_000, 0])
})

t.test('a machine whose use nobody knows counts as quiet', async (t) => {
  const { record, names, seen } = standIn(t, { shares: Array(1000).fill(null) })
  await record()
  t.strictSame(seen.steps, names)
  t.intercept(process, 'platform', { value: 'darwin' })
  const elsewhere = standIn(t, { shares: [9, 9, 9, 9] })
  await elsewhere.record()
  t.strictSame([elsewhere.seen.steps, elsewhere.seen.given], [names, []])
})
