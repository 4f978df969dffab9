'use strict'

// nginx before two instances.

const nginx = require('../../../scripts/lib/system/nginx')

/** What the lab is about stands in the two lines with "upstream": next_upstream is "error timeout http_503", or "off". */
const before = (instances, next) => ({ listen }) => `
  upstream instances {
    ${instances.map((url) => `server ${new URL(url).host};`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen ${listen};
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream ${next};
    }
  }`

/**
 * @param {string[]} instances their URLs
 * @param {string} next what proxy_next_upstream is to be
 * @returns {ReturnType<typeof nginx.startNginx>}
 */
const startNginx = (instances, next) => nginx.startNginx(before(instances, next))

module.exports = { hasNginx: nginx.hasNginx, startNginx }
