'use strict'

const { listProcesses } = require('./attach/processes')
const { format } = require('./card/card')
const { formatList } = require('./card/lines')
const { watch } = require('./observe/watch')

module.exports = { format, formatList, listProcesses, watch }
