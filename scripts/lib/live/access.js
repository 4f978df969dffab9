'use strict'

// Admits only this machine's own page. A foreign page can reach a server on loopback, too: by a
// cross-site request, or by DNS rebinding, where its name comes to mean 127.0.0.1.

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
]
const SECURITY_HEADERS = {
  'Content-Security-Policy': POLICY.join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store'
}
const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** @param {string} [text] */
const withoutPort80 = (text = '') => text.replace(/:80$/, '') // as browsers send it

/**
 * Says why a request to the page is refused.
 * @param {Pick<import('node:http').IncomingMessage, 'headers'|'method'>} request
 * @param {number} port of the page
 * @returns {string|null} null if it is admitted
 */
function refusalReason ({ headers, method }, port) {
  const { origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers
  const host = withoutPort80(headers.host)
  const hosts = NAMES.map((name) => withoutPort80(`${name}:${port}`))
  if (!hosts.includes(host)) return `this page has the names ${hosts.join(', ')} only`
  if (origin !== undefined && withoutPort80(origin) !== `http://${host}`) {
    return 'this page takes no requests from other origins'
  }
  if (site === 'same-origin' || site === 'none') return null
  // Anyone may follow a link to the page; nothing else comes from elsewhere.
  if (method === 'GET' && mode === 'navigate') return null
  return 'this page takes no requests from other sites'
}

module.exports = { SECURITY_HEADERS, refusalReason }
