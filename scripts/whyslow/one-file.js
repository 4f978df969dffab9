'use strict'

/* global piece, whyslow */

// The entry of the one file. The build makes it the function `whyslow`, whose text runs each piece.

const { program } = require('./util/piece')

program.textOf = (name) => `(${whyslow})(require, ${JSON.stringify(name)})`

if (piece === 'closer') require('./attach/closer').main()
else if (piece === 'search') require('./holders/search').main()
else require('./bin/whyslow')
