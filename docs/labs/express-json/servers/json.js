'use strict'

// The usual way: Express serialises the object for each response, and hashes the text for an ETag.

require('../service')('json', (object) => (req, res) => res.json(object))
