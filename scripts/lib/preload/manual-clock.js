'use strict'

// Preloaded with --require: `skipMinute` moves Date.now() forward by a minute. With the environment
// variable FROZEN (ms), the clock otherwise stands still at that time.

const { answers } = require('./probe')

const { FROZEN } = process.env
const now = FROZEN ? () => Number(FROZEN) : Date.now
let minutes = 0

Date.now = () => now() + minutes * 60_000

answers.skipMinute = () => { minutes++ }
