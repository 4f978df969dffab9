'use strict'

// What there is to compare with: no line at all.

require('../log-server')('none', () => {}, async () => {})
