'use strict'

require('../helpers/workshop').testChapters('on port 3000')
