'use strict'

// What this project installs: exact versions and checksums, no install scripts, licences, and known vulnerabilities.

const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const licenseChecker = require('license-checker-rseidelsohn')
const { number } = require('../../scripts/lib/base/format')
const { DOCS } = require('../../scripts/lib/docs/build-slides')
const { installLab } = require('../../scripts/lib/experiments/labs')
const { LABS } = require('../../scripts/lib/measure/targets')
const { runProcess } = require('../../scripts/lib/system/process')
const { installPackages } = require('../../scripts/lib/system/npm')
const { ROOT } = require('../../scripts/lib/system/root')
const { count, defineCheck, listCounts } = require('./check')

/** Licences that let users use, change and share the code; where there is a choice, one is enough. */
const FREE = ['0BSD', 'Apache-2.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-3.0', 'CC-BY-4.0',
  'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'PSF-2.0', 'Python-2.0', 'Unlicense', 'Zlib']

/** The lock files have no `resolved`: if one appears, it must be the public registry's, by HTTPS. */
const LINT = '-p package-lock.json -t npm -a npm -f plain --validate-integrity --validate-https -n'

const INSIGHT = 'not called: Clinic\'s usage survey, which make turns off (NO_INSIGHT=1)'
const UPDATES = 'not called: Clinic\'s search for newer versions, which make turns off (NO_UPDATE_NOTIFIER=1)'
const PAGE = 'drawn into the page of a profile that you took yourself; no colour comes from elsewhere'
const SERVER = 'not started: make site builds the pages with it, and serves them with Fastify'
const BROWSERIFY = 'part of browserify, with which Clinic packs its page; nothing is signed'

/** Packages in the lock files that are known to be vulnerable, and why that cannot matter here. */
const ADVISORIES = [
  { name: 'request', versions: ['2.88.2'], advisory: 'GHSA-p8p7-x288-28g6', why: INSIGHT },
  { name: 'tough-cookie', versions: ['2.5.0'], advisory: 'GHSA-72xf-g2v4-qvf3', why: INSIGHT },
  { name: 'form-data', versions: ['2.3.3'], advisory: 'GHSA-fjxv-7rqg-78g4', why: INSIGHT },
  { name: 'tmp', versions: ['0.0.33'], advisory: 'GHSA-52f5-9888-hmc6', why: INSIGHT },
  { name: 'got', versions: ['9.6.0'], advisory: 'GHSA-pfrx-2q88-qq97', why: UPDATES },
  { name: 'd3-color', versions: ['1.4.1'], advisory: 'GHSA-36jr-mh4h-2g58', why: PAGE },
  { name: 'esbuild', versions: ['0.21.5'], advisory: 'GHSA-67mh-4wv8-2f99', why: SERVER },
  { name: 'elliptic', versions: ['6.6.1'], advisory: 'GHSA-848j-6mx2-7j84', why: BROWSERIFY }
]

/**
 * @typedef {object} SupplyChain
 * @property {string[]} loose packages without an exact version or a checksum, and what lockfile-lint reports
 * @property {string[]} scripts packages with an install script; `scriptsOff`: whether npm is told to run none
 * @property {Record<string, number>} licences of the installed packages; `unfree`: packages under other licences
 * @property {typeof ADVISORIES} advisories with the versions that are locked; `unknown`: npm audit has more
 * @property {string} audit `asked`, or why npm audit could not be asked
 */

/** `online`: install the labs, and ask npm's registry for advisories. @returns {Promise<SupplyChain>} */
async function run ({ online = true }, { signal }) {
  const labs = fs.readdirSync(LABS).map((name) => ({ name, folder: path.join(LABS, name) }))
    .filter(({ folder }) => fs.existsSync(path.join(folder, 'package-lock.json')))
  if (online) {
    await installPackages(DOCS, 'the site and the slides', signal)
    for (const lab of labs) await installLab(lab, signal)
  }
  const folders = [ROOT, DOCS, ...labs.map(({ folder }) => folder)]
  const entries = folders.flatMap(readLock)
  const locked = entries.filter(({ name, link }) => name && !link)
  const isLocked = (name, version) => locked.some((entry) => entry.name === name && entry.version === version)
  const { audit, ids } = online ? await askAudit(signal) : { audit: 'not asked', ids: [] }
  const sbom = await npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], signal)
  const lint = await Promise.all(folders.map((folder) => lintLock(folder, signal)))
  const unlocked = locked.filter(({ integrity }) => !integrity).map(({ name }) => name)
  return {
    locks: folders.length,
    packages: locked.length,
    loose: [...entries.flatMap(inexactDependencies), ...unlocked, ...lint.filter(Boolean)],
    scripts: [...new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))],
    scriptsOff: /^ignore-scripts=true$/m.test(fs.readFileSync(path.join(ROOT, '.npmrc'), 'utf8')),
    ...await findLicences(folders.filter((folder) => fs.existsSync(path.join(folder, 'node_modules')))),
    advisories: ADVISORIES.map((known) =>
      ({ ...known, versions: known.versions.filter((version) => isLocked(known.name, version)) })),
    audit,
    unknown: ids.filter((id) => !ADVISORIES.some(({ advisory }) => advisory === id)),
    components: JSON.parse(sbom.stdout).components.length
  }
}

/** The project's own packages have no name here. */
function readLock (folder) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).map(([place, entry]) => {
    const [, name] = place.match(/node_modules\/((?:@[^/]+\/)?[^/]+)$/) ?? []
    return { ...entry, name: name && (entry.name ?? name) }
  })
}

/** Of one of the project's own packages. */
const inexactDependencies = ({ name, dependencies, devDependencies }) => name
  ? []
  : Object.entries({ ...dependencies, ...devDependencies }).map((entry) => entry.join('@'))
    .filter((dependency) => !/@\d+\.\d+\.\d+$/.test(dependency))

/** @returns {Promise<string|undefined>} what lockfile-lint reports */
async function lintLock (folder, signal) {
  const lint = [process.execPath, path.join(ROOT, 'node_modules/.bin/lockfile-lint'), ...LINT.split(' ')]
  const { code, stdout, stderr } = await runProcess(lint, { cwd: folder, mayFail: true, signal })
  if (code !== 0) return `${path.basename(folder)}: ${(stderr + stdout).trim().replace(/\s+/g, ' ')}`
}

/** A * marks a licence that was found in the text of a file. */
async function findLicences (folders) {
  const licences = {}
  const unfree = []
  for (const start of folders) {
    const found = await promisify(licenseChecker.init)({ start, excludePrivatePackages: true })
    for (const [name, { licenses }] of Object.entries(found)) {
      const licence = [licenses].flat().join(' OR ').replaceAll('*', '')
      count(licences, licence)
      if (!isFree(licence)) unfree.push(name)
    }
  }
  return { licences: Object.fromEntries(Object.entries(licences).sort(([, a], [, b]) => b - a)), unfree }
}

const isFree = (licence) => licence.replace(/[()]/g, '').split(' AND ')
  .every((part) => part.split(' OR ').some((choice) => FREE.includes(choice)))

/** The advisories of npm's registry for what is installed. Not every registry can be asked. */
async function askAudit (signal) {
  const { stdout } = await npm(['audit', '--json'], signal)
  const { vulnerabilities, error, message } = JSON.parse(stdout || '{}')
  const why = error?.summary || message || 'no answer'
  if (!vulnerabilities) return { audit: `could not be asked: ${why.split(/ - |\n/)[0]}`, ids: [] }
  const urls = Object.values(vulnerabilities).flatMap(({ via }) => via).map(({ url }) => url).filter(Boolean)
  return { audit: 'asked', ids: [...new Set(urls.map((url) => url.split('/').at(-1)))] }
}

/** npm audit fails where it finds something: its answer tells. */
const npm = (args, signal) =>
  runProcess(['npm', ...args], { cwd: ROOT, signal, shell: process.platform === 'win32', mayFail: true })

/** @param {SupplyChain} found */
function report ({ locks, packages, loose, scripts, scriptsOff, licences, unfree, advisories, unknown, ...found }) {
  const { audit, components } = found
  const vulnerable = advisories.map(({ name, versions, advisory }) => `${name} ${versions.join(', ')} (${advisory})`)
  const changed = advisories.filter(({ versions }) => !versions.length)
  return [
    ['packages', `${number(packages)} in ${locks} lock files`],
    ['without an exact version and a checksum', number(loose.length), loose.length && `not exact: ${loose.join(', ')}`],
    ['with an install script', `${scripts.join(', ')}: ${scriptsOff ? 'none is run' : 'they are run'}`,
      !scriptsOff && '.npmrc lets packages run scripts when they are installed'],
    ['licences', listCounts(licences)],
    ['under another licence', unfree.join(', ') || '0', unfree.length && `check the licence of: ${unfree.join(', ')}`],
    ['known to be vulnerable', vulnerable.join(', '), ...changed.map(({ name, advisory }) =>
      `${name} has changed: update or remove ${advisory} in supply-chain.js`)],
    ['`npm audit`', audit === 'asked' ? `${number(unknown.length)} advisories that are not in this list` : audit,
      unknown.length && `check these advisories: ${unknown.join(', ')}`],
    ['bill of materials (`npm sbom`)', `${number(components)} components`]
  ]
}

const summary = 'Checks all lock files and licences, lists known vulnerabilities, and makes a bill of materials.'

module.exports = defineCheck({ summary, run, report })
