'use strict'

// Saves profiles in profiles/ under stable names. A new run replaces the old profile only if it succeeds.

const fs = require('node:fs')
const path = require('node:path')
const { temporaryFolder } = require('../system/watchdog')
const { ensureWritable } = require('../system/files')
const { ROOT } = require('../system/root')

const PROFILES = path.join(ROOT, 'profiles')

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

module.exports = { profileName, saveProfile, PROFILES }
