'use strict'

// Preloaded with --require: 'a minute later' moves Date.now() forward by a minute, and is answered with
// 'done'. With the environment variable FROZEN (ms), the clock otherwise stands still at that time.

const { answers } = require('./probe')

const { FROZEN } = process.env
const now = FROZEN ? () => Number(FROZEN) : Date.now
let minutes = 0

Date.now = () => now() + minutes * 60_000

answers['a minute later'] = () => {
  minutes++
  return 'done'
}
