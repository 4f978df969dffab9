'use strict'

// Nothing: what starts here is Node.js alone.
