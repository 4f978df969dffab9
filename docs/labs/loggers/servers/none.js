'use strict'

// The baseline: no log.

require('../log-server')(() => {})
