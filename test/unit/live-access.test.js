'use strict'

// Who may reach the live page.

const t = require('tap')
const { refusalReason } = require('../../scripts/lib/live/access')

const isAdmitted = (port, headers, method = 'GET') => !refusalReason({ method, headers }, port)

t.test('the page is admitted by its names, with the port as browsers send it', async (t) => {
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    for (const [port, host] of [[4000, `${name}:4000`], [80, name]]) {
      t.ok(isAdmitted(port, { host }), host)
      t.ok(isAdmitted(port, { host, origin: `http://${host}` }), host)
      t.notOk(isAdmitted(port, { host, origin: `https://${host}` }), 'another scheme')
      t.notOk(isAdmitted(port, { host, origin: `http://${name}:81` }), 'another port')
      t.notOk(isAdmitted(5000, { host }), 'the port of another page')
    }
  }
  for (const host of ['evil.example', 'localhost', 'localhost.:4000', 'localhost:4000.evil']) {
    t.notOk(isAdmitted(4000, { host }), host)
  }
  for (const origin of ['null', 'http://127.0.0.1:4000', 'http://evil.example']) {
    t.notOk(isAdmitted(4000, { host: 'localhost:4000', origin }), origin)
  }
  t.notOk(isAdmitted(4000, {}))
  t.equal(refusalReason({ method: 'GET', headers: {} }, 80),
    'this page takes only its own requests, to 127.0.0.1, localhost, [::1]')
})

t.test('other sites may link to the page, and nothing else', async (t) => {
  const cases = [
    ['POST', 'same-origin', 'cors', true],
    ['GET', 'none', 'navigate', true],
    ['POST', undefined, undefined, true], // curl
    ['GET', 'cross-site', 'navigate', true],
    ['GET', 'cross-site', 'no-cors', false],
    ['GET', 'same-site', 'cors', false],
    ['POST', 'cross-site', 'navigate', false]
  ]
  for (const [method, site, mode, expected] of cases) {
    const headers = { host: 'localhost:4000', 'sec-fetch-site': site, 'sec-fetch-mode': mode }
    t.equal(isAdmitted(4000, headers, method), expected, `${method} ${site} ${mode}`)
  }
})
