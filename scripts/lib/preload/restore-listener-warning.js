'use strict'

// Preloaded with --require: restores the default limit of listeners, and so the warning, after the server has started.

setImmediate(() => { require('node:events').defaultMaxListeners = 10 })
