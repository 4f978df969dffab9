'use strict'

// nginx as a load balancer for two instances.

const nginx = require('../../../scripts/lib/system/nginx')

/** The lab is about proxy_next_upstream: "error timeout http_503", or "off". */
const balancer = (instances, nextUpstream) => ({ listen }) => `
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
      proxy_next_upstream ${nextUpstream};
    }
  }`

/**
 * @param {string[]} instances their URLs
 * @param {string} nextUpstream the value of proxy_next_upstream
 * @returns {ReturnType<typeof nginx.startNginx>}
 */
const startNginx = (instances, nextUpstream) => nginx.startNginx(balancer(instances, nextUpstream))

module.exports = { hasNginx: nginx.hasNginx, startNginx }
