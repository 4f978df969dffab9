'use strict'

// Who may reach the live page.

const t = require('tap')
const { refusalReason, SECURITY_HEADERS } = require('../../scripts/lib/live/access')

const names = (...names) => `this page has the names ${names.join(', ')} only`
const ON_4000 = names('127.0.0.1:4000', 'localhost:4000', '[::1]:4000')
const ON_80 = names('127.0.0.1', 'localhost', '[::1]')
const OTHER_ORIGIN = 'this page takes no requests from other origins'
const OTHER_SITE = 'this page takes no requests from other sites'

t.test('the page is admitted by its names, with the port as browsers send it', async (t) => {
  const reason = (port, host, origin) =>
    refusalReason({ method: 'GET', headers: { host, ...(origin && { origin }) } }, port)
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    t.equal(reason(4000, `${name}:4000`, `http://${name}:4000`), null)
    t.equal(reason(80, name, `http://${name}`), null, 'browsers leave out port 80')
    t.equal(reason(80, `${name}:80`, `http://${name}`), null)
    t.equal(reason(8080, `${name}:8080`, `http://${name}:8080`), null)
    t.equal(reason(4000, name), ON_4000)
    t.equal(reason(4000, `${name}:80`), ON_4000)
    t.equal(reason(80, `${name}:4000`), ON_80)
    t.equal(reason(80, name, `http://${name}:4000`), OTHER_ORIGIN)
    t.equal(reason(4000, `${name}:4000`, `http://${name}`), OTHER_ORIGIN)
  }
  t.equal(reason(80, 'localhost', 'https://localhost'), OTHER_ORIGIN)
  t.equal(reason(80, 'localhost', 'null'), OTHER_ORIGIN)
  t.equal(reason(80, undefined), ON_80)
  t.equal(reason(80, 'evil.example', 'http://evil.example'), ON_80)
  t.equal(reason(8000, 'localhost:800', undefined), names('127.0.0.1:8000', 'localhost:8000', '[::1]:8000'))
})

t.test('other sites may link to the page, and nothing else', async (t) => {
  const reason = (method, site, mode) => refusalReason(
    { method, headers: { host: 'localhost:4000', 'sec-fetch-site': site, 'sec-fetch-mode': mode } }, 4000)
  const cases = [
    ['POST', 'same-origin', 'cors', null],
    ['GET', 'none', 'navigate', null],
    ['POST', undefined, undefined, null], // curl
    ['GET', 'cross-site', 'navigate', null],
    ['GET', 'cross-site', 'no-cors', OTHER_SITE],
    ['GET', 'same-site', 'cors', OTHER_SITE],
    ['POST', 'cross-site', 'navigate', OTHER_SITE]
  ]
  for (const [method, site, mode, expected] of cases) t.equal(reason(method, site, mode), expected, `${method} ${site}`)
})

t.test('the headers of each answer', async (t) => {
  t.strictSame(SECURITY_HEADERS, {
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store'
  })
})
