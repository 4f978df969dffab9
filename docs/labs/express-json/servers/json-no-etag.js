'use strict'

// The same as json.js, without the ETag that Express makes by default.

require('../service')((object) => (req, res) => res.json(object), { etag: false })
