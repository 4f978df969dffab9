'use strict'

const { isBuiltin } = require('node:module')
const path = require('node:path')
const errors = require('../../scripts/lib/base/errors')
const { LABS } = require('../../scripts/lib/measure/targets')
const { resultOf } = require('./made-up')

const LIB = path.join(__dirname, '../../scripts/lib')
const { signal } = new AbortController()
const figuresOf = (n, rest) =>
  ({ ...resultOf('made up', n), took: 2, bottleneck: 'generator', cpuPerRequest: 500, ...rest })
const RESULT = figuresOf(999, { others: { heavy: figuresOf(1999), auth: figuresOf(2999) } })

/**
 * Loads a lab whose measurements and processes are replaced, so that its trials run in this process.
 *
 * @param {import('tap').Test} t
 * @param {string} name of the lab
 * @param {object} [options] further properties replace other modules, by their path in scripts/lib
 * @param {object|Function} [options.result] of a load, or what gives it for a target
 * @param {Function} [options.atMeasure] gets the target and the options of a load
 * @param {string} [options.file] of the lab
 * @returns {{lab: object, calls: object[]}} `calls`: the settings of each load, and each process
 */
function mockLab (t, name, { result = RESULT, atMeasure = () => {}, file = 'lab.js', ...mocks } = {}) {
  const calls = []
  const modules = {
    'measure/measure.js': {
      async measure (target, settings, options) {
        t.equal(options.signal, signal)
        calls.push(settings)
        await atMeasure(target, options)
        return typeof result === 'function' ? result(target) : result
      }
    },
    'system/process.js': {
      async runProcess (command, { cwd, env: { LOOP, ITERATIONS, OBJECT } = {}, signal: given }) {
        t.equal(given, signal)
        calls.push({ command: command.map((part) => path.basename(part)).join(' '), cwd, LOOP, ITERATIONS, OBJECT })
        return { stdout: '{"printed":1}\n' }
      }
    },
    'base/errors.js': errors,
    'system/node-versions.js': {
      fetchNode: async (version) => ({ version: `${version}.1.2`, file: `/nodes/${version}` })
    },
    ...mocks
  }
  const lab = t.mockRequire(path.join(LABS, name, file),
    Object.fromEntries(Object.entries(modules).map(([id, mock]) => [isBuiltin(id) ? id : path.join(LIB, id), mock])))
  return { lab, calls }
}

module.exports = { mockLab, signal, RESULT }
