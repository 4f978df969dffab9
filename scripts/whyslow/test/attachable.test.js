'use strict'

const fs = require('node:fs')
const t = require('tap')
const { findOutlier } = require('../attach/choose')
const { inspectProcess } = require('../attach/attachable')

t.test('what the system says of a process is checked before SIGUSR1', async (t) => {
  const status = (caught) => `Name:\tnode\nTgid:\t7\nSigCgt:\t${caught}\n`
  const link = (file) => t.fixture('symlink', file)
  let folders = 0
  const inspect = (replaced, others) => inspectProcess(7, t.testdir({
    [++folders]: {
      self: { ns: { net: link('net:[1]') } },
      ...others,
      7: {
        status: status('200'),
        limits: 'Max open files  17  1048576  files\n',
        fd: { 0: '' },
        exe: link('/usr/bin/node'),
        ns: { net: link('net:[1]') },
        cmdline: 'node\0server.js\0',
        environ: 'A=b\0C=d',
        ...replaced
      }
    }
  }) + `/${folders}`)
  const host = '127.0.0.1'
  t.strictSame(inspect(), { host, port: 9229 })
  const environ = 'A=b\0NODE_OPTIONS=--inspect-port=9300\0C=d'
  const words = ['node', '--inspect=localhost:9400', 'server.js', '--inspect-port=0.0.0.0:1', '']
  for (const [replaced, address] of [
    [{ exe: link('/usr/bin/node-22 (deleted)') }, { host, port: 9229 }],
    [{ environ, cmdline: words.join('\0') }, { host: 'localhost', port: 9400 }],
    [{ cmdline: 'node\0-r\0./a.js\0--inspect-port\x009\0b.js\0' }, { host, port: 9 }],
    [{ cmdline: 'node\0npm-proxy.js\0' }, { host, port: 9229 }],
    [{ limits: 'Max open files  unlimited\n' }, { host, port: 9229 }]
  ]) t.strictSame(inspect(replaced), address)
  const child = (environ) => ({ 8: { status: 'Name:\tnode\nPPid:\t7\n', environ } })
  t.equal(inspect({}, child('A=NODE_UNIQUE_ID=\0')).port, 9229, 'a child, but no worker')
  t.match(t.throws(() => inspect({}, child('NODE_UNIQUE_ID=1\0'))).message, /workers: 8$/)
  for (const [replaced, message] of [
    [{ exe: link('/usr/bin/bash') }, /^process 7 is not Node.js, but bash\./],
    [{ cmdline: 'node\0/lib/npm-cli.js\0start\0' }, /^process 7 is npm, /],
    [{ status: 'Tgid:\t5\n' }, /^7 is a thread of process 5: watch that process/],
    [{ ns: { net: link('net:[2]') } }, /^process 7 runs in a container/],
    [{ status: status('100') }, /^SIGUSR1 would end process 7: it has no handler for it, so /],
    [{ status: status('100'), cmdline: 'node\0--disable-sigusr1\0a.js\0' }, /--disable-sigusr1\./],
    [{ fd: { 0: '', 1: '' } }, /^process 7 has 2 files and sockets open, of at most 17: /],
    [{ environ: 'NODE_OPTIONS=--inspect=localhost.lan' },
      /^process 7 would open .* on localhost\.lan, /],
    [{ status: {} }, /^there is no process 7: pgrep -a node lists those of Node.js/]
  ]) t.match(t.throws(() => inspect(replaced)).message, message)
  const { readlinkSync } = fs // for a moment: other tests run at the same time
  fs.readlinkSync = () => { throw Object.assign(new Error(), { code: 'EACCES' }) }
  const denied = t.throws(() => inspect())
  fs.readlinkSync = readlinkSync
  t.equal(denied.message,
    'Linux does not let you look at process 7: run this command as its user, or as root')
  const { message } = t.throws(() => inspectProcess(7, t.testdirName))
  t.match(message, / only on Linux: open its inspector .* watch 127/)
})

t.test('of two workers, the one whose requests cost more stands out', async (t) => {
  const worker = (pid, more) => ({ pid, cpuPerRequestMs: 2, latencyMs: 9, bytes: 5e7, ...more })
  const outlier = (...changes) => {
    const { pid, difference } = findOutlier(changes.map((more, i) => worker(i + 1, more)))
    return `${pid}: ${difference}`
  }
  const costs = { cpuPerRequestMs: 5 }
  t.equal(outlier({}, costs), '2: a request takes CPU time of 5 ms, and of the others 2 ms')
  t.match(outlier({ latencyMs: 90 }, { bytes: 2e8 }), /^1: a request \(the median\) takes 90 ms/)
  t.equal(outlier({}, { cpuPerRequestMs: 2.9 }), '1: all are alike')
})
