'use strict'

const { installPackages } = require('../system/npm')

/** @type {(lab: {name: string, folder: string}, signal?: AbortSignal) => Promise<void>} a UserError if npm fails */
const installLab = ({ name, folder }, signal) => installPackages(folder, `the lab ${name}`, signal)

module.exports = { installLab }
