'use strict'

// Profiles on disk: stable names under profiles/, where a new run replaces the old one only when it has succeeded.

const fs = require('node:fs')
const path = require('node:path')
const { temporaryFolder } = require('../system/watchdog')
const { ensureWritable } = require('../system/files')
const { ROOT } = require('../system/root')

const PROFILES = path.join(ROOT, 'profiles')

/**
 * @param {string} tool
 * @param {{name: string}} target
 * @returns {string} what its files are called, without an ending
 */
const profileName = (tool, { name }) => `${tool}-${name.replace('/', '-')}` // a lab's server has a slash

/**
 * Lets something profile into a folder that is empty and goes away, and keeps the files it names.
 *
 * @template {{files: Record<string, string>}} T
 * @param {string} name of the profile, such as `flame-slow`
 * @param {(folder: string) => Promise<T>} run
 * @returns {Promise<{profile: T, files: string[]}>} paths of the files kept
 */
async function keepProfile (name, run) {
  ensureWritable(PROFILES)
  const { folder, remove } = temporaryFolder(path.join(PROFILES, '.running-'))
  try {
    const profile = await run(folder)
    const files = Object.entries(profile.files).map(([ending, file]) => {
      const kept = path.join(PROFILES, name + ending)
      fs.renameSync(file, kept)
      return kept
    })
    return { profile, files }
  } finally {
    remove()
  }
}

module.exports = { keepProfile, profileName, PROFILES }
