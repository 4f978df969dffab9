'use strict'

// Empty: starting this file starts Node.js alone.
