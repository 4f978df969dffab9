'use strict'

// Saves profiles in profiles/ under stable names. A new run replaces the old profile only if it succeeds. The pages of
// those in the docs are recorded in docs/profiles.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')
const { temporaryFolder } = require('../system/watchdog')
const { ensureWritable } = require('../system/files')
const { ROOT } = require('../system/root')

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

/** @type {(folder: string, name: string) => string} its page; a UserError that says what to do if there is none */
function profilePage (folder, name) {
  const page = path.join(folder, `${name}.html`)
  if (fs.existsSync(page)) return page
  if (folder === PROFILES) throw new UserError(`there is no ${page}: run make ${name} first`)
  const pages = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith('.html')) : []
  const recorded = pages.map((file) => path.parse(file).name).join(', ') || 'none'
  throw new UserError(`no page of ${name} is recorded (recorded: ${recorded}). Without RECORDED=1, it is made anew`)
}

module.exports = { profileName, profilePage, saveProfile, PROFILES, RECORDED_PROFILES }
