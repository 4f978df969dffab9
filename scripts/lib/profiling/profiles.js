'use strict'

// Saves profiles in profiles/ under stable names. A new run replaces the old profile only if it succeeds. The pages of
// those in the docs are recorded in docs/profiles.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { temporaryFolder } = require('../system/watchdog')
const { ensureWritable, writeFileAtomic } = require('../system/files')
const { ROOT } = require('../system/root')
const { writeSpeedscopePage } = require('./speedscope')

const PROFILES = path.join(ROOT, 'profiles')
const RECORDED_PROFILES = path.join(ROOT, 'docs/profiles')

/** @type {(tool: string, target: {name: string}) => string} the name of the files, without extension */
const profileName = (tool, { name }) => `${tool}-${name.replace('/', '-')}` // the name of a lab's server has a slash

/**
 * Runs a profiler in a temporary folder and saves the files that its profile lists.
 * @template {{files: Record<string, string>}} T
 * @param {string} name of the profile, such as `flame-slow`
 * @param {(folder: string) => Promise<T>} run
 * @returns {Promise<{profile: T, files: string[]}>} paths of the saved files
 */
async function saveProfile (name, run) {
  ensureWritable(PROFILES)
  const { folder, remove } = temporaryFolder(path.join(PROFILES, '.running-'))
  try {
    const profile = await run(folder)
    const files = Object.entries(profile.files).map(([extension, file]) => {
      const saved = path.join(PROFILES, name + extension)
      fs.renameSync(file, saved)
      return saved
    })
    return { profile, files }
  } finally {
    remove()
  }
}

const CLINIC_FONTS = 'https://clinicjs.org/assets/css/fonts.css'

/**
 * Records the page of a saved profile, without this machine's paths and without anything from the network. For
 * speedscope, that is the profile it shows.
 * @type {(name: string) => string} the page
 */
function recordPage (name) {
  const [file] = ['.cpuprofile', '.html'].map((extension) => name + extension)
    .filter((file) => fs.existsSync(path.join(PROFILES, file)))
  const text = fs.readFileSync(path.join(PROFILES, file), 'utf8')
    .replaceAll(ROOT, '').replaceAll(process.execPath, 'node').replaceAll(CLINIC_FONTS, 'data:text/css,')
  ensureWritable(RECORDED_PROFILES)
  writeFileAtomic(path.join(RECORDED_PROFILES, file), text)
  return recordedPage(name)
}

/** @type {(name: string) => string} the page of a saved profile; a UserError that says what to do if there is none */
function savedPage (name) {
  const page = path.join(PROFILES, `${name}.html`)
  if (fs.existsSync(page)) return page
  throw new UserError(`there is no ${page}: run make ${name} first`)
}

/** @type {(name: string) => string} the page of a recorded profile; a UserError that lists them if there is none */
function recordedPage (name) {
  const files = fs.existsSync(RECORDED_PROFILES) ? fs.readdirSync(RECORDED_PROFILES).sort() : []
  if (files.includes(`${name}.html`)) return path.join(RECORDED_PROFILES, `${name}.html`)
  const profile = `${name}.cpuprofile`
  if (files.includes(profile)) {
    ensureWritable(PROFILES)
    return writeSpeedscopePage(path.join(RECORDED_PROFILES, profile), PROFILES, `recorded-${name}`)['.html']
  }
  const recorded = files.map((file) => path.parse(file).name).join(', ') || 'none'
  throw new UserError(`no page of ${name} is recorded (recorded: ${recorded}). Without RECORDED=1, it is made anew`)
}

module.exports = { profileName, recordPage, recordedPage, savedPage, saveProfile, PROFILES }
