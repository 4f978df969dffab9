'use strict'

require('../../helpers/workshop').testChapters('alone')
