'use strict'

// The tests of this folder take longest. tap goes by the names of files: it starts with them.

require('../helpers/workshop').testChapters('others')
