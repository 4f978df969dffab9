'use strict'

// What this project installs: exact versions and checksums, no install scripts, licences, and known vulnerabilities.

const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const licenseChecker = require('license-checker-rseidelsohn')
const { number } = require('../../scripts/lib/cli/format')
const { installLab } = require('../../scripts/lib/experiments/install-lab')
const { LABS } = require('../../scripts/lib/measure/targets')
const { runProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { ADVISORIES } = require('./advisories')
const { count, defineCheck, listCounts } = require('./check')

/** Licences that let users use, change and share the code; where there is a choice, one is enough. */
const FREE = [
  '0BSD', 'Apache-2.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-3.0', 'CC0-1.0', 'ISC', 'MIT',
  'MPL-2.0', 'Python-2.0', 'Unlicense', 'Zlib'
]

/** The lock files have no `resolved`: if one appears, it must be the public registry's, by HTTPS. */
const LINT = '-p package-lock.json -t npm -a npm -f plain --validate-integrity --validate-https -n'

/**
 * @typedef {object} SupplyChain
 * @property {number} locks how many lock files; `packages`: in all of them
 * @property {string[]} loose without an exact version or a checksum, or reported by lockfile-lint
 * @property {string[]} scripts packages with an install script; `scriptsOff`: whether npm is told to run none
 * @property {Record<string, number>} licences of the installed packages; `unfree`: packages under other licences
 * @property {typeof ADVISORIES} advisories known, with the versions that are locked
 * @property {string[]} unknown advisories of npm audit that are not in this list
 * @property {string} audit `asked`, or why npm audit could not be asked
 * @property {number} components in the bill of materials that npm sbom makes
 */

/** `online`: install the labs, and ask npm's registry for advisories. @returns {Promise<SupplyChain>} */
async function run ({ online = true }, { signal }) {
  const labs = fs.readdirSync(LABS).map((name) => ({ name, folder: path.join(LABS, name) }))
    .filter(({ folder }) => fs.existsSync(path.join(folder, 'package-lock.json')))
  if (online) for (const lab of labs) await installLab(lab, signal)
  const folders = [ROOT, ...labs.map(({ folder }) => folder)]
  const installed = folders.filter((folder) => fs.existsSync(path.join(folder, 'node_modules')))
  const locked = folders.flatMap(lockedPackages)
  const isLocked = (name, version) => locked.some((entry) => entry.name === name && entry.version === version)
  const { audit, ids } = online ? await askAudit(signal) : { audit: 'not asked', ids: [] }
  const sbom = await npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], signal)
  const lint = await Promise.all(folders.map((folder) => lintLock(folder, signal)))
  const unlocked = locked.filter(({ integrity }) => !integrity).map(({ name }) => name)
  return {
    locks: folders.length,
    packages: locked.length,
    loose: [...folders.flatMap(inexactDependencies), ...unlocked, ...lint.flat()],
    scripts: [...new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))],
    scriptsOff: /^ignore-scripts=true$/m.test(fs.readFileSync(path.join(ROOT, '.npmrc'), 'utf8')),
    ...await findLicences(installed),
    advisories: ADVISORIES.map((known) =>
      ({ ...known, versions: known.versions.filter((version) => isLocked(known.name, version)) })),
    audit,
    unknown: ids.filter((id) => !ADVISORIES.some(({ advisory }) => advisory === id)),
    components: JSON.parse(sbom.stdout).components.length
  }
}

const readJson = (folder, name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))

const lockedPackages = (folder) => Object.entries(readJson(folder, 'package-lock.json').packages)
  .filter(([place, { link }]) => place.includes('node_modules/') && !link)
  .map(([place, entry]) => ({ ...entry, name: entry.name ?? place.replace(/^.*node_modules\//, '') }))

/** Of a package.json and its workspaces. */
function inexactDependencies (folder) {
  const { dependencies, devDependencies, workspaces = [] } = readJson(folder, 'package.json')
  const own = Object.entries({ ...dependencies, ...devDependencies }).map((entry) => entry.join('@'))
  const inWorkspaces = workspaces.flatMap((workspace) => inexactDependencies(path.join(folder, workspace)))
  return [...own.filter((name) => !/@\d+\.\d+\.\d+$/.test(name)), ...inWorkspaces]
}

/** @returns {Promise<string[]>} what lockfile-lint reports */
async function lintLock (folder, signal) {
  const lint = [process.execPath, path.join(ROOT, 'node_modules/.bin/lockfile-lint'), ...LINT.split(' ')]
  const { code, stdout, stderr } = await runProcess(lint, { cwd: folder, mayFail: true, signal })
  return code === 0 ? [] : [`${path.basename(folder)}: ${(stderr + stdout).trim().replace(/\s+/g, ' ')}`]
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
  const isChanged = ({ versions }) => !versions.length
  return [
    ['packages', `${number(packages)} in ${locks} lock files`],
    ['without an exact version and a checksum', number(loose.length), loose.length && `not exact: ${loose.join(', ')}`],
    ['with an install script', `${scripts.join(', ')}: ${scriptsOff ? 'none is run' : 'they are run'}`,
      !scriptsOff && '.npmrc lets packages run scripts when they are installed'],
    ['licences', listCounts(licences)],
    ['under another licence', unfree.join(', ') || '0', unfree.length && `check the licence of: ${unfree.join(', ')}`],
    ['known to be vulnerable', vulnerable.join(', '), ...advisories.filter(isChanged).map(({ name, advisory }) =>
      `${name} has changed: update or remove ${advisory} in advisories.js`)],
    ['`npm audit`', audit === 'asked' ? `${number(unknown.length)} advisories that are not in this list` : audit,
      unknown.length && `check these advisories: ${unknown.join(', ')}`],
    ['bill of materials (`npm sbom`)', `${number(components)} components`]
  ]
}

module.exports = defineCheck({
  summary: 'Checks all lock files and licences, lists known vulnerabilities, and makes a bill of materials.',
  run,
  report
})
