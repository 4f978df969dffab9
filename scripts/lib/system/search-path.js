'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** PATH, and the folders where Debian keeps nginx and ip, which not every user's PATH contains. */
const SEARCH_PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(path.delimiter)

/** @type {(program: string) => boolean} whether a program, given by name or absolute path, is installed */
const isInstalled = (program) =>
  SEARCH_PATH.split(path.delimiter).some((folder) => fs.existsSync(path.resolve(folder, program)))

module.exports = { SEARCH_PATH, isInstalled }
