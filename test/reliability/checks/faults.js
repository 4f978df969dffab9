'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { listResults } = require('../../../scripts/lib/load/saved-results')
const { runProcess } = require('../../../scripts/lib/server/process')
const { defineCheck, preload, runEach, withProjectCopy } = require('../check')

const BENCH = 'node scripts/bench.js fast --duration 1 --warmup 0'
const RECORDED = 'bench-fast-rate-4000.json'
const NAMESPACE = ['unshare', '--map-root-user', '--mount', 'sh', '-c']

const ISOLATED = ['the disk is full', 'the results are read-only']

const isOneLine = (stderr, line) => line.test(stderr) && !stderr.trim().includes('\n')

/**
 * Each runs commands in a copy of the project and says which expectations hold. `sh` runs a script
 * in a shell; `isolated` runs it with mounts of its own.
 */
const FAULTS = {
  async 'the disk is full' ({ isolated }) {
    const { stdout, stderr } = await isolated(`mount -t tmpfs -o size=64k none results
      cp docs/results/${RECORDED} results; cat /dev/zero > results/filler 2> /dev/null
      ${BENCH}; echo "code $?"
      ls -A results; cmp docs/results/${RECORDED} results/${RECORDED} && echo same`)
    const line = /^not saved: cannot write to .*results \(ENOSPC\): make it writable, or free space/
    return {
      'the result is shown, and one line says why it is not saved':
        /Req\/Sec[^]*^code 0$/m.test(stdout) && isOneLine(stderr, line),
      'the other result is as it was': /^same$/m.test(stdout),
      'no half file': !/partial|-fast\.json\n.*-fast\.json/.test(stdout)
    }
  },

  async 'the results are read-only' ({ isolated }) {
    const script = `mount -t tmpfs -o ro none results; ${BENCH}; echo "code $?"`
    const { stdout, stderr } = await isolated(script)
    const line = /^not saved: cannot write to .*results \(EROFS\): make it writable/
    return {
      'the result is shown': /Req\/Sec[^]*^code 0$/m.test(stdout),
      'one line says that it is not saved, and why': isOneLine(stderr, line)
    }
  },

  async 'the clock is set back by an hour' ({ saved, sh }) {
    const [, file] = preload('clock-set-back')
    const { code } = await sh(`NODE_OPTIONS='--require "${file}"' ${BENCH}`)
    const [{ took, requests } = {}] = saved()
    return {
      'it ends well': code === 0,
      'the duration is right': took > 0.5 && took < 5,
      'the rate is right': Math.abs(requests?.total / took / requests?.average - 1) < 0.5
    }
  },

  async 'two harnesses at once' ({ results, saved, sh }) {
    const both = await Promise.all([sh(BENCH), sh(BENCH)])
    return {
      'both end well': both.every(({ code }) => code === 0),
      'there are two results and no other file':
        saved().length === 2 && fs.readdirSync(results).length === 2
    }
  },

  async '1,000 connections, 256 open files' ({ sh }) {
    const { code, stderr } = await sh(`ulimit -n 256; ${BENCH} --connections 1000`)
    const line = /1000 connections are more than 256 open files allow: take 192 at most/
    return { 'it fails and says why in one line': code === 1 && isOneLine(stderr, line) }
  },

  async '190 connections, 256 open files' ({ saved, sh }) {
    const { code } = await sh(`ulimit -n 256; ${BENCH} --connections 190`)
    return { 'it ends well, without an error': code === 0 && saved()[0]?.errors === 0 }
  }
}

function run ({ operands }, { onProgress, signal }) {
  return withProjectCopy(async (project) => {
    const results = path.join(project, 'results')
    const options = { cwd: project, mayFail: true, signal }
    const runHere = (...command) => runProcess(command, options)
    const copy = {
      results,
      saved: () => listResults(results, /\.json$/).map(({ result }) => result),
      sh: (script) => runHere('sh', '-c', script),
      isolated: (script) => runHere(...NAMESPACE, script)
    }
    const test = copy.isolated('mount -t tmpfs none /mnt')
    const canIsolate = await test.then(({ code }) => code === 0, () => false)
    const faults = await runEach(operands, onProgress, async (fault) => {
      if (ISOLATED.includes(fault) && !canIsolate) return { fault, isSkipped: true }
      fs.rmSync(results, { recursive: true, force: true })
      fs.mkdirSync(results)
      return { fault, expectations: await FAULTS[fault](copy) }
    })
    return { faults }
  }, ['docs/results'])
}

function report ({ faults }) {
  return faults.map(({ fault, expectations, isSkipped }) => {
    if (isSkipped) return [fault, 'skipped: it needs unshare (Linux)']
    const names = Object.keys(expectations)
    const failed = names.filter((name) => !expectations[name])
    const text = `${names.length - failed.length} of ${names.length} expectations hold`
    return [fault, [text, ...failed].join('; not: '), failed.length]
  })
}

module.exports = defineCheck({
  summary: 'Runs the harness with a full disk, a wrong clock, too few open files and other faults.',
  subjects: Object.keys(FAULTS),
  run,
  report
})
