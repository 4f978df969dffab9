'use strict'

// Preloaded: a clock on which a minute lasts MINUTE seconds, so that nobody has to wait for one to turn.

const now = Date.now
const begun = now()
const speed = 60 / Number(process.env.MINUTE)

Date.now = () => Math.round(begun + (now() - begun) * speed)
