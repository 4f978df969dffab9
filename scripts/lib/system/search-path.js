'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** PATH, and the folders where Debian keeps nginx and ip, which not every user's PATH contains. */
const SEARCH_PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(path.delimiter)

/** @param {string} program by name or absolute path */
function isInstalled (program) {
  const folders = SEARCH_PATH.split(path.delimiter)
  return folders.some((folder) => fs.existsSync(path.resolve(folder, program)))
}

module.exports = { SEARCH_PATH, isInstalled }
