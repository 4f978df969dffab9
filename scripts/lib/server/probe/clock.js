'use strict'

// Preloaded with --require: the clock of Date.now(). By the environment, a minute lasts MINUTE
// seconds, or the clock stands still at FROZEN (ms). `skipMinute` moves it forward.

const { answers } = require('./probe')

const { FROZEN, MINUTE = 60 } = process.env
const now = Date.now
const startTime = now()
const speed = 60 / Number(MINUTE)
let minutes = 0

Date.now = () => {
  const time = FROZEN ? Number(FROZEN) : startTime + (now() - startTime) * speed
  return Math.round(time) + minutes * 60_000
}

answers.skipMinute = () => { minutes++ }
