'use strict'

// Saves profiles in profiles/ under stable names. A new run replaces the old profile only if it
// succeeds. The docs show the profiles recorded in docs/profiles.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { ensureWritable, writeFileAtomic } = require('../system/files')
const { ROOT } = require('../system/root')
const { temporaryFolder } = require('../system/watchdog')
const { writeSpeedscopePage } = require('./speedscope')

const PROFILES = path.join(ROOT, 'profiles')
const RECORDED = path.join(ROOT, 'docs/profiles')
const CLINIC_FONTS = 'https://clinicjs.org/assets/css/fonts.css'

/** @type {(tool: string, target: {name: string}) => string} of its files, without extension */
function profileName (tool, { name }) {
  return `${tool}-${name.replace('/', '-')}` // the name of a lab's server has a slash
}

/**
 * Runs a profiler in a temporary folder and saves the files that its profile lists.
 * @template {{files: Record<string, string>}} T
 * @param {string} name of the profile, such as `flame-slow`
 * @param {(folder: string) => Promise<T>} run
 * @returns {Promise<{profile: T, files: string[]}>} with the paths of the saved files
 */
async function saveProfile (name, run) {
  ensureWritable(PROFILES)
  const { folder, remove } = temporaryFolder(path.join(PROFILES, '.running-'))
  try {
    const profile = await run(folder)
    const files = []
    for (const [extension, file] of Object.entries(profile.files)) {
      const saved = path.join(PROFILES, name + extension)
      fs.renameSync(file, saved)
      files.push(saved)
    }
    return { profile, files }
  } finally {
    remove()
  }
}

/**
 * Records a saved profile in the docs, without paths of this machine and without anything from the
 * network. Of a CPU profile it records the profile, not the page of speedscope.
 * @param {string} name
 * @returns {string} the page to open
 */
function recordPage (name) {
  const profile = `${name}.cpuprofile`
  const file = fs.existsSync(path.join(PROFILES, profile)) ? profile : `${name}.html`
  const text = fs.readFileSync(path.join(PROFILES, file), 'utf8')
    .replaceAll(ROOT, '')
    .replaceAll(process.execPath, 'node')
    .replaceAll(CLINIC_FONTS, 'data:text/css,')
  ensureWritable(RECORDED)
  writeFileAtomic(path.join(RECORDED, file), text)
  return recordedPage(name)
}

/**
 * @param {string} name
 * @returns {string} the page of a recorded profile
 * @throws {UserError} When it is not recorded.
 */
function recordedPage (name) {
  const page = path.join(RECORDED, `${name}.html`)
  if (fs.existsSync(page)) return page
  const profile = path.join(RECORDED, `${name}.cpuprofile`)
  if (fs.existsSync(profile)) {
    ensureWritable(PROFILES)
    return writeSpeedscopePage(profile, PROFILES, `recorded-${name}`)['.html']
  }
  const files = fs.existsSync(RECORDED) ? fs.readdirSync(RECORDED).sort() : []
  const names = files.map((file) => path.parse(file).name).join(', ') || 'none'
  throw new UserError(`no page of ${name} is recorded (recorded: ${names}). ` +
    'Without RECORDED=1, it is made anew')
}

module.exports = { profileName, recordPage, recordedPage, saveProfile, PROFILES }
