'use strict'

// Sets Date.now() back by an hour, one second after the start, as when a clock is corrected.

const { performance } = require('node:perf_hooks')

const DELAY = 1000 // ms
const HOUR = 3_600_000 // ms
const now = Date.now

Date.now = () => now() - (performance.now() > DELAY ? HOUR : 0)
