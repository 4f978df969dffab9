'use strict'

// Only until the ten reliability commands in scripts/ are removed: they require this name.

require('./preconditions')
