'use strict'

// Preloaded with --require: Date.now() runs faster. A minute lasts as many seconds as the
// environment variable MINUTE says.

const now = Date.now
const start = now()
const speed = 60 / Number(process.env.MINUTE)

Date.now = () => Math.round(start + (now() - start) * speed)
