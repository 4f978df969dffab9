'use strict'

// Preloaded into a server that Clinic profiles. Clinic writes into the working directory: only the
// server changes to the folder of its target.

const { answers } = require('./probe')

const { TARGET_FILE, TARGET_FOLDER = '.' } = process.env
if (process.argv[1] === TARGET_FILE) process.chdir(TARGET_FOLDER)

const writesBeforeExit = process.listenerCount('beforeExit') > 0 // Doctor and HeapProfiler

answers.stop = () => {
  if (writesBeforeExit) process.emit('beforeExit', 0)
  else process.exit()
}
