'use strict'

const { listProcesses } = require('./attach/processes')
const { format } = require('./card/card')
const { formatList } = require('./card/lines')
const { judge } = require('./judge/judge')
const { watch } = require('./observe/watch')

module.exports = { format, formatList, judge, listProcesses, watch }
