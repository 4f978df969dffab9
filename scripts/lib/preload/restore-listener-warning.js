'use strict'

// Preloaded: once the server's own code has run, turns the warning about many listeners on again.

setImmediate(() => { require('node:events').defaultMaxListeners = 10 })
