'use strict'

// Preloaded where a profiler writes into the working directory: the server gets its own one after that.

process.chdir(process.env.TARGET_FOLDER ?? '.')
