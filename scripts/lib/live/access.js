'use strict'

// Admits only this machine's own page. A foreign page can reach a server on loopback too: by a cross-site request, or
// by DNS rebinding, where its own name comes to mean 127.0.0.1.

const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store'
}

/** Browsers leave out the default port of http. @param {string} [text] a Host or an Origin header */
const withoutPort80 = (text = '') => text.replace(/:80$/, '')

// Why a request to the page on this port is refused; null where it is not.
/** @type {(request: Pick<import('node:http').IncomingMessage, 'headers'|'method'>, port: number) => string|null} */
function refusalReason ({ headers, method }, port) {
  const { origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers
  const host = withoutPort80(headers.host)
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => withoutPort80(`${name}:${port}`))
  if (!hosts.includes(host)) return `this page has the names ${hosts.join(', ')} only`
  const foreign = origin !== undefined && withoutPort80(origin) !== `http://${host}`
  if (foreign) return 'this page takes no requests from other origins'
  // Anyone may follow a link to the page; nothing else comes from elsewhere.
  if (['same-origin', 'none'].includes(String(site)) || (method === 'GET' && mode === 'navigate')) return null
  return 'this page takes no requests from other sites'
}

module.exports = { SECURITY_HEADERS, refusalReason }
