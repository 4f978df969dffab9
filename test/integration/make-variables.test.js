'use strict'

// The make of this machine writes MAKEFLAGS as makeVariables reads it.

const { spawnSync } = require('node:child_process')
const fc = require('fast-check')
const t = require('tap')
const { makeVariables } = require('../../scripts/lib/base/make-variables')

const noMake = spawnSync('make', ['--version']).error && 'make is not installed'

t.test('the variables are found whatever their values are', { skip: noMake }, async (t) => {
  const value = fc.string({ unit: fc.constantFrom(...'aB1 \t\\-="\'$?#') })
  fc.assert(fc.property(value, value, (one, two) => {
    const makefile = 'all:;@node -p "JSON.stringify(process.env.MAKEFLAGS)"'
    const args = ['-s', '-f', '-', `ONE=${one.replaceAll('$', '$$$$')}`, `TWO=${two.replaceAll('$', '$$$$')}`]
    const env = { PATH: process.env.PATH }
    const { stdout, stderr } = spawnSync('make', args, { input: makefile, encoding: 'utf8', env })
    t.strictSame(makeVariables(JSON.parse(stdout)).sort(), ['ONE', 'TWO'], stderr)
  }), { numRuns: 20 })
})
