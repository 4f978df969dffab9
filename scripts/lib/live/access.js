'use strict'

// Lets in only this machine's own page. A foreign page reaches a server on loopback too: by a request across sites,
// or by DNS rebinding, where its own name comes to mean 127.0.0.1.

const SECURITY_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store'
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {number} port that the page is served on
 * @returns {string|null} why it is refused; null where it is not
 */
function refusalReason ({ headers, method }, port) {
  const { host, origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
  if (!hosts.includes(host)) return `this page goes by the names ${hosts.join(', ')} only`
  if (origin !== undefined && origin !== `http://${host}`) return 'this page takes no requests from other origins'
  // Somebody may follow a link to the page; nothing else comes from elsewhere.
  if (!['same-origin', 'none'].includes(site) && !(method === 'GET' && mode === 'navigate')) return 'this page takes no requests from other sites'
  return null
}

module.exports = { SECURITY_HEADERS, refusalReason }
