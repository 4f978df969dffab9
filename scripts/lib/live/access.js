'use strict'

// Admits only this machine's own page. A foreign page can reach a server on loopback, too: by a
// cross-site request, or by DNS rebinding, where its name comes to mean 127.0.0.1.

const NAMES = ['127.0.0.1', 'localhost', '[::1]']
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'", // d3-flame-graph adds a style
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')
const SECURITY_HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin'
}

/**
 * Says why a request is refused.
 * @param {import('node:http').IncomingMessage} request
 * @param {number} [port] of the page
 * @returns {string|undefined}
 */
function refusalReason ({ headers, method }, port) {
  const {
    host = '',
    'sec-fetch-site': site = 'none',
    'sec-fetch-mode': mode
  } = headers
  const origin = `http://${host}`
  // Like a browser, URL leaves out port 80.
  const hosts = NAMES.map((name) => new URL(`http://${name}:${port}`).host)
  const isOwn = hosts.includes(host) && (headers.origin ?? origin) === origin
  // Anyone may follow a link to the page; nothing else comes from elsewhere.
  const isLink = method === 'GET' && mode === 'navigate'
  if (isOwn && (isLink || site === 'same-origin' || site === 'none')) return
  return `this page takes only its own requests, to ${hosts.join(', ')}`
}

module.exports = { SECURITY_HEADERS, refusalReason }
