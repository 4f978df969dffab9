'use strict'

// Fault injection: the harness with a full disk, no right to write, a wrong clock, too few open files, half a network.

const fs = require('node:fs')
const path = require('node:path')
const { listResults } = require('../../../scripts/lib/measure/results')
const { runProcess } = require('../../../scripts/lib/system/process')
const { SEARCH_PATH } = require('../../../scripts/lib/system/search-path')
const { defineCheck, runEach, withRepositoryCopy } = require('../check')

const BENCH = 'node scripts/bench.js fast --duration 1 --warmup 0'
const RECORDED = 'docs/results/bench-fast-rate-4000.json'
const SET_BACK = require.resolve('../preload/clock-set-back')
const ENV = { ...process.env, PATH: SEARCH_PATH }
const NAMESPACE = ['unshare', '--map-root-user', '--mount', '--net', 'sh', '-c']

/**
 * Each runs commands in a copy of the project and tells which expectations hold. `sh` runs a script in a shell;
 * `isolated` runs it with mounts and a network of its own.
 */
const FAULTS = {
  async 'the disk is full' ({ isolated }) {
    const { stdout, stderr } = await isolated(`mount -t tmpfs -o size=64k none results; cp ${RECORDED} results/
      cat /dev/zero > results/filler 2> /dev/null; ${BENCH}; echo "code $?"
      ls -A results; cmp ${RECORDED} results/bench-fast-rate-4000.json && echo same`)
    return {
      ...oneLine(stderr, /cannot write to .*results \(ENOSPC\): make it writable, or free space/),
      'it fails': /^code 1$/m.test(stdout),
      'the other result is as it was': /^same$/m.test(stdout),
      'no half file': !/partial|probe|-fast\.json\n.*-fast\.json/.test(stdout)
    }
  },

  async 'the results are read-only' ({ isolated }) {
    const { stdout, stderr } = await isolated(`mount -t tmpfs -o ro none results; ${BENCH}; echo "code $?"`)
    return {
      ...oneLine(stderr, /cannot write to .*results \(EROFS\): make it writable/),
      'it fails': /^code 1$/m.test(stdout),
      'before it has measured': !/Req\/Sec/.test(stdout)
    }
  },

  async 'broken results among good ones' ({ results, sh }) {
    const [half, bytes, other] = ['{"schema": 2, "target"', Buffer.from([0, 255, 254, 0]), '{"schema": 99}']
    const broken = Object.entries({ 'half.json': half, 'empty.json': '', 'bytes.json': bytes, 'other.json': other })
    for (const [name, content] of broken) fs.writeFileSync(path.join(results, name), content)
    fs.mkdirSync(path.join(results, 'folder.json'))
    const bench = await sh(BENCH)
    const { code, stdout, stderr } = await sh('OPEN=0 node scripts/report.js')
    return {
      'a load is measured and saved': bench.code === 0 && listResults(results).saved.length === 1,
      'the report is built': code === 0 && /report/.test(stdout),
      'each of the five is named': [...broken, ['folder.json']].every(([name]) => stderr.includes(name))
    }
  },

  async 'the clock is set back by an hour' ({ results, sh }) {
    const { code } = await sh(BENCH, { NODE_OPTIONS: `--require "${SET_BACK}"` })
    const [{ result } = {}] = listResults(results).saved
    return {
      'it ends well': code === 0,
      'the duration is right': result?.took > 0.5 && result.took < 5,
      'the rate is right': Math.abs(result?.requests.total / result?.took / result?.requests.average - 1) < 0.5
    }
  },

  async 'two harnesses at once' ({ results, sh }) {
    const both = await Promise.all([sh(BENCH), sh(BENCH)])
    return {
      'both end well': both.every(({ code }) => code === 0),
      'both results are there': listResults(results).saved.length === 2,
      'nothing else is': fs.readdirSync(results).length === 2
    }
  },

  async '1,000 connections, 256 open files' ({ results, sh }) {
    const { code, stderr } = await sh(`ulimit -n 256; ${BENCH} --connections 1000`)
    return {
      ...oneLine(stderr, /1000 connections are more than 256 open files allow: take 192 at most/),
      'it fails': code === 1,
      'nothing is saved': fs.readdirSync(results).length === 0
    }
  },

  async '190 connections, 256 open files' ({ results, sh }) {
    const { code } = await sh(`ulimit -n 256; ${BENCH} --connections 190`)
    return { 'it ends well': code === 0, 'without an error': listResults(results).saved[0]?.result.errors === 0 }
  },

  'a loopback of IPv6 alone': (where) => halveLoopback(where, '127.0.0.1/8', 'http://[::1]'),
  'a loopback of IPv4 alone': (where) => halveLoopback(where, '::1/128', 'http://127.0.0.1')
}

async function halveLoopback ({ results, isolated }, removed, url) {
  const flame = 'OPEN=0 node scripts/profile.js flame fast --duration 1'
  const { code } = await isolated(`ip address delete ${removed} dev lo && ${BENCH} && ${flame}`)
  const [{ result } = {}] = listResults(results).saved
  return {
    'bench and flame end well': code === 0,
    'by that address': Boolean(result?.load.url.startsWith(url)),
    'without an error': result?.errors === 0
  }
}

const oneLine = (stderr, line) => ({ 'it says why': line.test(stderr), 'in one line': !stderr.trim().includes('\n') })

/** @typedef {{fault: string, holds: number, fails: string[], skipped?: string}} Fault how many expectations hold */

/** @returns {Promise<{faults: Fault[]}>} */
async function run ({ operands }, { onProgress, signal }) {
  const unsupported = await findUnsupported()
  return { faults: await runEach(operands, onProgress, (fault) => inject(fault, unsupported, signal)) }
}

const inject = (fault, unsupported, signal) => withRepositoryCopy(signal, async (project) => {
  const results = path.join(project, 'results')
  fs.mkdirSync(results)
  const run = (command, env) => runProcess(command, { cwd: project, env: { ...ENV, ...env }, mayFail: true, signal })
  const sh = (script, env) => run(['sh', '-c', script], env)
  const isolated = async (script) => {
    if (unsupported) throw unsupported
    return run([...NAMESPACE, `ip link set lo up; ${script}`])
  }
  try {
    const expectations = Object.entries(await FAULTS[fault]({ results, sh, isolated }))
    const fails = expectations.filter(([, holds]) => !holds).map(([what]) => what)
    return { fault, holds: expectations.length - fails.length, fails }
  } catch (err) {
    if (err !== unsupported) throw err
    return { fault, holds: 0, fails: [], skipped: err.message }
  }
})

/** @returns {Promise<Error|undefined>} why a process cannot have mounts and a network of its own here */
function findUnsupported () {
  const command = [...NAMESPACE, 'ip link set lo up && mount -t tmpfs none /mnt']
  return runProcess(command, { env: ENV }).then(() => undefined, ({ message }) =>
    new Error(`no mounts and no network of its own (unshare, ip; Linux): ${message.split('\n').at(-1)}`))
}

module.exports = {
  ...defineCheck({
    summary: 'Runs the harness with a full disk, a wrong clock, too few open files and other faults. Some need Linux.',
    operands: [{ name: 'fault', choices: Object.keys(FAULTS), help: `${Object.keys(FAULTS).join(';\n')} [all]` }],
    run,
    report: ({ faults }) => faults.map(({ fault, holds, fails, skipped }) => [
      fault,
      skipped ? `skipped: ${skipped}` : `${holds} of ${holds + fails.length} expectations hold`,
      ...fails.map((what) => `${fault}: not so: ${what}`)
    ])
  }),
  FAULTS
}
