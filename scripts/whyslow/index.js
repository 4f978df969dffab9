'use strict'

const { listProcesses } = require('./attach/processes')
const { format } = require('./card/card')
const { watch } = require('./observe/watch')

module.exports = { format, listProcesses, watch }
