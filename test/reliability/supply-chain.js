'use strict'

// What this project installs: held to exact versions and checksums, without scripts, under which licences, and what is known of it.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const { LABS } = require('../../scripts/lib/measure/targets')
const { number } = require('../../scripts/lib/cli/format')
const { ROOT } = require('../../scripts/lib/system/root')
const { advisories } = require('./supply-chain-advisories')

const run = promisify(execFile)

/** Licences that leave users free to use, change and pass on; of a choice, one is enough. */
const FREE = ['0BSD', 'Apache-2.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-3.0', 'CC0-1.0', 'ISC', 'MIT', 'MPL-2.0', 'Python-2.0', 'Unlicense', 'Zlib']
/** Packages whose package.json does not name their licence, or in an old form; their own files say MIT. */
const UNDECLARED = ['console-browserify', 'escape-regexp-component', 'jsonc-simple-parser', 'prelude-ls', 'querystring-es3', 'timers-browserify', 'type-component']

/**
 * @typedef {object} SupplyChain
 * @property {number} locks how many lock files
 * @property {number} packages in all of them
 * @property {string[]} loose dependencies that are no exact versions, and packages without a checksum
 * @property {string[]} scripts packages that would run a script when they are installed
 * @property {boolean} scriptsOff whether npm is told to run none
 * @property {Record<string, number>} licences
 * @property {string[]} unfree packages under other licences
 * @property {{name: string, versions: string[], advisory: string}[]} vulnerable known to be, and in a lock file
 * @property {string[]} unknown advisories that npm audit has, and we have not looked at
 * @property {string} audit what npm audit said: `asked`, or why not
 * @property {number} components in the bill of materials that npm sbom makes
 */

/**
 * @param {{signal?: AbortSignal, audit?: boolean}} [options] `audit`: ask npm's registry, too, what it knows
 * @returns {Promise<SupplyChain>}
 */
async function supplyChain ({ signal, audit = true } = {}) {
  const folders = [ROOT, ...fs.readdirSync(LABS).map((lab) => path.join(LABS, lab))].filter((folder) => fs.existsSync(path.join(folder, 'package-lock.json')))
  const locked = folders.flatMap((folder) => Object.entries(json(folder, 'package-lock.json').packages)).filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, entry]) => ({ ...entry, name: entry.name ?? place.replace(/^.*node_modules\//, '') }))
  const found = audit ? await askAudit(signal) : { audit: 'not asked', advisories: [] }
  const sbom = JSON.parse(await npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], signal))
  return {
    locks: folders.length,
    packages: locked.length,
    loose: [...folders.flatMap(inexact), ...locked.filter(({ integrity }) => !integrity).map(({ name }) => name)],
    scripts: [...new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))],
    scriptsOff: /^ignore-scripts=true$/m.test(fs.readFileSync(path.join(ROOT, '.npmrc'), 'utf8')),
    licences: count(locked.map(licence)),
    unfree: locked.filter((entry) => !isFree(licence(entry))).map(({ name }) => name),
    vulnerable: advisories.map(({ name, versions, advisory }) => ({ name, advisory, versions: versions.filter((version) => locked.some((entry) => entry.name === name && entry.version === version)) })),
    unknown: found.advisories.filter((id) => !advisories.some(({ advisory }) => advisory === id)),
    audit: found.audit,
    components: sbom.components.length
  }
}

const json = (folder, name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))

/** Dependencies of a package.json, and of its workspaces, that are no exact versions. */
function inexact (folder) {
  const { dependencies = {}, devDependencies = {}, workspaces = [] } = json(folder, 'package.json')
  const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)).map(([name, version]) => `${name}@${version}`)
  return [...own, ...workspaces.flatMap((workspace) => inexact(path.join(folder, workspace)))]
}

const licence = ({ name, license }) => license ?? (UNDECLARED.includes(name) ? 'MIT' : 'none declared')

function isFree (licence) {
  const parts = licence.replace(/[()]/g, '').split(' AND ').map((part) => part.split(' OR '))
  return parts.every((choice) => choice.some((one) => FREE.includes(one)))
}

/** The advisories that the registry has for what is installed. Not every registry can be asked. */
async function askAudit (signal) {
  const answer = await npm(['audit', '--json'], signal).catch((err) => err.stdout || JSON.stringify({ message: err.message }))
  const { vulnerabilities, error, message } = JSON.parse(answer)
  if (!vulnerabilities) return { audit: `could not be asked: ${(error?.summary || message || 'no answer').split(/ - |\n/)[0]}`, advisories: [] }
  const urls = Object.values(vulnerabilities).flatMap(({ via }) => via).map(({ url }) => url).filter(Boolean)
  return { audit: 'asked', advisories: [...new Set(urls.map((url) => url.split('/').at(-1)))] }
}

async function npm (args, signal) {
  const { stdout } = await run('npm', args, { cwd: ROOT, signal, maxBuffer: 1e8, shell: process.platform === 'win32' })
  return stdout
}

function count (values) {
  const counts = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a))
}

/** @param {SupplyChain} supplyChain */
function rows ({ locks, packages, loose, scripts, scriptsOff, licences, unfree, vulnerable, unknown, audit, components }) {
  return [
    ['packages', `${number(packages)} in ${locks} lock files, ${number(loose.length)} without an exact version and a checksum`],
    ['with an install script', `${scripts.join(', ')}: ${scriptsOff ? 'none is run' : 'they are run'}`],
    ['licences', Object.entries(licences).map(([name, count]) => `${number(count)} ${name}`).join(', ')],
    ['under another licence', unfree.join(', ') || '0'],
    ['known to be vulnerable', vulnerable.map(({ name, versions, advisory }) => `${name} ${versions.join(', ')} (${advisory})`).join(', ')],
    ['`npm audit`', audit === 'asked' ? `${number(unknown.length)} advisories that are not in this list` : audit],
    ['bill of materials (`npm sbom`)', `${number(components)} components`]
  ]
}

/** @param {SupplyChain} supplyChain */
function problems ({ loose, scriptsOff, unfree, vulnerable, unknown }) {
  return [
    ...(loose.length ? [`not exact: ${loose.join(', ')}`] : []),
    ...(scriptsOff ? [] : ['.npmrc lets packages run scripts when they are installed']),
    ...(unfree.length ? [`whose licence is to be looked at: ${unfree.join(', ')}`] : []),
    ...vulnerable.filter(({ versions }) => !versions.length).map(({ name, advisory }) => `${name} has changed: take ${advisory} out of advisories.js, or name its version anew`),
    ...(unknown.length ? [`advisories to look at: ${unknown.join(', ')}`] : [])
  ]
}

module.exports = { problems, rows, supplyChain }
