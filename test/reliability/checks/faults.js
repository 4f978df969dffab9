'use strict'

// The harness with a full disk, no right to write, a wrong clock, too few open files, half a
// network.

const fs = require('node:fs')
const path = require('node:path')
const { listResults } = require('../../../scripts/lib/measure/results')
const { runProcess } = require('../../../scripts/lib/system/process')
const { SEARCH_PATH, isInstalled } = require('../../../scripts/lib/system/search-path')
const { defineCheck, preloadFile, runEach, withProjectCopy } = require('../check')

const BENCH = 'node scripts/bench.js fast --duration 1 --warmup 0'
const FLAME = 'OPEN=0 node scripts/profile.js flame fast --duration 1'
const RECORDED = 'bench-fast-rate-4000.json'
const NAMESPACE = ['unshare', '--map-root-user', '--mount', '--net', 'sh', '-c']
const BROKEN = {
  'half.json': '{"schema": 2, "target"',
  'empty.json': '',
  'bytes.json': Buffer.from([0, 255, 254, 0]),
  'other.json': '{"schema": 99}'
}

const ISOLATED = [
  'the disk is full', 'the results are read-only',
  'a loopback of IPv6 alone', 'a loopback of IPv4 alone'
]

const isOneLine = (stderr, line) => line.test(stderr) && !stderr.trim().includes('\n')

/**
 * Each runs commands in a copy of the project and says which expectations hold. `sh` runs a script
 * in a shell; `isolated` runs it with mounts and a network of its own.
 */
const FAULTS = {
  async 'the disk is full' ({ isolated }) {
    const { stdout, stderr } = await isolated(`mount -t tmpfs -o size=64k none results
      cp docs/results/${RECORDED} results; cat /dev/zero > results/filler 2> /dev/null
      ${BENCH}; echo "code $?"
      ls -A results; cmp docs/results/${RECORDED} results/${RECORDED} && echo same`)
    const line = /cannot write to .*results \(ENOSPC\): make it writable, or free space/
    return {
      'it fails and says why in one line': isOneLine(stderr, line) && /^code 1$/m.test(stdout),
      'the other result is as it was': /^same$/m.test(stdout),
      'no half file': !/partial|probe|-fast\.json\n.*-fast\.json/.test(stdout)
    }
  },

  async 'the results are read-only' ({ isolated }) {
    const script = `mount -t tmpfs -o ro none results; ${BENCH}; echo "code $?"`
    const { stdout, stderr } = await isolated(script)
    const line = /cannot write to .*results \(EROFS\): make it writable/
    return {
      'it fails and says why in one line': isOneLine(stderr, line) && /^code 1$/m.test(stdout),
      'before it has measured': !/Req\/Sec/.test(stdout)
    }
  },

  async 'broken results among good ones' ({ results, sh }) {
    for (const [name, content] of Object.entries(BROKEN)) {
      fs.writeFileSync(path.join(results, name), content)
    }
    fs.mkdirSync(path.join(results, 'folder.json'))
    const { code, stdout, stderr } = await sh(`${BENCH} && OPEN=0 node scripts/report.js`)
    const names = [...Object.keys(BROKEN), 'folder.json']
    return {
      'a load is measured and saved': listResults(results).saved.length === 1,
      'the report is built': code === 0 && /report/.test(stdout),
      'each of the five is named': names.every((name) => stderr.includes(name))
    }
  },

  async 'the clock is set back by an hour' ({ results, sh }) {
    const file = preloadFile('clock-set-back')
    const { code } = await sh(BENCH, { NODE_OPTIONS: `--require "${file}"` })
    const [{ result: { took, requests } = {} } = {}] = listResults(results).saved
    return {
      'it ends well': code === 0,
      'the duration is right': took > 0.5 && took < 5,
      'the rate is right': Math.abs(requests?.total / took / requests?.average - 1) < 0.5
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

  async '1,000 connections, 256 open files' ({ sh }) {
    const { code, stderr } = await sh(`ulimit -n 256; ${BENCH} --connections 1000`)
    const line = /1000 connections are more than 256 open files allow: take 192 at most/
    return { 'it fails and says why in one line': code === 1 && isOneLine(stderr, line) }
  },

  async '190 connections, 256 open files' ({ results, sh }) {
    const { code } = await sh(`ulimit -n 256; ${BENCH} --connections 190`)
    const [{ result } = {}] = listResults(results).saved
    return { 'it ends well': code === 0, 'without an error': result?.errors === 0 }
  },

  'a loopback of IPv6 alone': (copy) =>
    halveLoopback(copy, '127.0.0.1/8', 'http://[::1]', `${BENCH} && ${FLAME}`),
  'a loopback of IPv4 alone': (copy) =>
    halveLoopback(copy, '::1/128', 'http://127.0.0.1', BENCH)
}

async function halveLoopback ({ results, isolated }, removed, url, commands) {
  const { code } = await isolated(`ip address delete ${removed} dev lo && ${commands}`)
  const [{ result } = {}] = listResults(results).saved
  return {
    'the commands end well': code === 0,
    'by that address': Boolean(result?.load.url.startsWith(url)),
    'without an error': result?.errors === 0
  }
}

function run ({ operands }, { onProgress, signal }) {
  return withProjectCopy(signal, async (project) => {
    const results = path.join(project, 'results')
    const runHere = (command, env) => runProcess(command, {
      cwd: project,
      env: { ...process.env, PATH: SEARCH_PATH, ...env },
      mayFail: true,
      signal
    })
    const sh = (script, env) => runHere(['sh', '-c', script], env)
    const isolated = (script) => runHere([...NAMESPACE, `ip link set lo up; ${script}`])
    const test = isInstalled('unshare') && await isolated('mount -t tmpfs none /mnt')
    const canIsolate = test && test.code === 0
    const faults = await runEach(operands, onProgress, async (fault) => {
      if (ISOLATED.includes(fault) && !canIsolate) return { fault, isSkipped: true }
      fs.rmSync(results, { recursive: true, force: true })
      fs.mkdirSync(results)
      return { fault, expectations: await FAULTS[fault]({ results, sh, isolated }) }
    })
    return { faults }
  })
}

function report ({ faults }) {
  return faults.map(({ fault, expectations, isSkipped }) => {
    if (isSkipped) return [fault, 'skipped: it needs unshare and ip (Linux)']
    const names = Object.keys(expectations)
    const failed = names.filter((name) => !expectations[name])
    const text = `${names.length - failed.length} of ${names.length} expectations hold`
    return [fault, [text, ...failed].join('; not: '), failed.length]
  })
}

const names = Object.keys(FAULTS)

module.exports = defineCheck({
  summary: 'Runs the harness with a full disk, a wrong clock, too few open files and other faults.',
  operands: [{ name: 'fault', choices: names, help: `${names.join(';\n')} [all]` }],
  run,
  report
})
