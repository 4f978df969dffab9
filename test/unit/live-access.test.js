'use strict'

// Who may reach the live page.

const t = require('tap')
const { refusalReason } = require('../../scripts/lib/live/access')

const namesOnly = (...names) => `this page has the names ${names.join(', ')} only`
const ON_4000 = namesOnly('127.0.0.1:4000', 'localhost:4000', '[::1]:4000')
const ON_80 = namesOnly('127.0.0.1', 'localhost', '[::1]')
const OTHER_ORIGIN = 'this page takes no requests from other origins'
const OTHER_SITE = 'this page takes no requests from other sites'

t.test('the page is admitted by its names, with the port as browsers send it', async (t) => {
  const cases = [
    [80, 'localhost', 'https://localhost', OTHER_ORIGIN],
    [80, 'localhost', 'null', OTHER_ORIGIN],
    [80, undefined, undefined, ON_80],
    [80, 'evil.example', 'http://evil.example', ON_80],
    [4000, 'localhost.:4000', undefined, ON_4000],
    [4000, 'localhost:4000.evil.example', undefined, ON_4000],
    [4000, 'localhost:4000', 'http://127.0.0.1:4000', OTHER_ORIGIN],
    [4000, 'localhost:400', undefined, ON_4000]
  ]
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    cases.push(
      [4000, `${name}:4000`, `http://${name}:4000`, null],
      [80, name, `http://${name}`, null],
      [80, `${name}:80`, `http://${name}`, null],
      [8080, `${name}:8080`, `http://${name}:8080`, null],
      [4000, name, undefined, ON_4000],
      [4000, `${name}:80`, undefined, ON_4000],
      [80, `${name}:4000`, undefined, ON_80],
      [80, name, `http://${name}:4000`, OTHER_ORIGIN],
      [4000, `${name}:4000`, `http://${name}`, OTHER_ORIGIN]
    )
  }
  for (const [port, host, origin, expected] of cases) {
    const headers = origin ? { host, origin } : { host }
    const reason = refusalReason({ method: 'GET', headers }, port)
    t.equal(reason, expected, `${port} ${host} ${origin}`)
  }
})

t.test('other sites may link to the page, and nothing else', async (t) => {
  const cases = [
    ['POST', 'same-origin', 'cors', null],
    ['GET', 'none', 'navigate', null],
    ['POST', undefined, undefined, null], // curl
    ['GET', 'cross-site', 'navigate', null],
    ['GET', 'cross-site', 'no-cors', OTHER_SITE],
    ['GET', 'same-site', 'cors', OTHER_SITE],
    ['POST', 'cross-site', 'navigate', OTHER_SITE]
  ]
  for (const [method, site, mode, expected] of cases) {
    const headers = { host: 'localhost:4000', 'sec-fetch-site': site, 'sec-fetch-mode': mode }
    t.equal(refusalReason({ method, headers }, 4000), expected, `${method} ${site} ${mode}`)
  }
})
