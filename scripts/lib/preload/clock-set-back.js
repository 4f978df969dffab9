'use strict'

// Preloaded: a clock that is set back by an hour while a load is under way.

const { performance } = require('node:perf_hooks')

const AFTER = 1000 // ms: in the harness, amid its load
const HOUR = 3_600_000 // ms
const now = Date.now

Date.now = () => now() - (performance.now() > AFTER ? HOUR : 0)
