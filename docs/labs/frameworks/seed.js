'use strict'

// What the frameworks share: the content of the stage optimized, its ETag, and its body, rendered
// once per tag.

const { timestamp, fetchContent } = require('../../../optimized/util')()

const CACHE = 'public, max-age=120'
let rendered = {}

/**
 * @param {string} url
 * @param {(err: Error|null, found?: {etag: string, body: Buffer}) => void} cb
 */
function seed (url, cb) {
  fetchContent(url, (err, content) => {
    if (err) return cb(err)
    const ts = timestamp()
    const etag = `"${content.id}-${ts}"`
    if (rendered.etag !== etag) {
      const body = Buffer.from(`{"data":"${content.data}","url":${JSON.stringify(url)},"ts":${ts}}`)
      rendered = { etag, body }
    }
    cb(null, rendered)
  })
}

module.exports = { CACHE, seed }
