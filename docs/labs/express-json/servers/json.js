'use strict'

// The usual way: Express serialises the object for each response, and hashes the text for an ETag.

require('../service')((object) => (req, res) => res.json(object))
