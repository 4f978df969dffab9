'use strict'

// Preloaded where a profiler writes into the working directory: the server then changes to the
// folder of its target. NODE_OPTIONS reaches the profiler, too.

const { TARGET_FILE, TARGET_FOLDER = '.' } = process.env
if (process.argv[1] === TARGET_FILE) process.chdir(TARGET_FOLDER)
