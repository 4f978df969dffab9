'use strict'

// The packages come in three levels. Each installation of a level includes the levels before it.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('./errors')

const ROOT = path.join(__dirname, '../../..')

/** @import { PackageLevel } from './types' */

/** @type {Record<string, PackageLevel>} */
const LEVELS = {
  base: {
    contents: 'what a load needs',
    kinds: ['dependencies'],
    omit: ['dev', 'optional'],
    marker: 'node_modules/.package-lock.json' // npm writes it last
  },
  full: {
    contents: 'Clinic, speedscope and Vega, which profiles and charts need',
    kinds: ['dependencies', 'optionalDependencies'],
    omit: ['dev'],
    marker: 'node_modules/clinic'
  },
  dev: {
    contents: 'what the tests need',
    kinds: ['dependencies', 'optionalDependencies', 'devDependencies'],
    omit: [],
    marker: 'node_modules/tap'
  }
}

/**
 * Finds what npm skipped: it leaves out an optional package that fails, and says nothing.
 * @param {string} level A key of LEVELS.
 * @returns {string[]} The names of the packages that are not installed.
 */
function missingPackages (level) {
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const names = LEVELS[level].kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))
  return names.filter((name) => !isInstalled(name))
}

/**
 * Checks for an optional package before it is used.
 * @param {string} name Such as `clinic`.
 * @throws {UserError} When it is not installed.
 */
function ensureInstalled (name) {
  if (isInstalled(name)) return
  throw new UserError(`${name} is not installed. Run npm ci --omit=dev first.`)
}

/** @param {string} name */
function isInstalled (name) {
  return fs.existsSync(path.join(ROOT, 'node_modules', name, 'package.json'))
}

module.exports = { LEVELS, ensureInstalled, missingPackages }
