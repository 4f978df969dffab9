'use strict'

// Who may reach the live page.

const t = require('tap')
const { refusalReason } = require('../../scripts/lib/live/access')

const OWN_ONLY = 'this page takes only its own requests, to'
const ON_4000 = `${OWN_ONLY} 127.0.0.1:4000, localhost:4000, [::1]:4000`
const ON_80 = `${OWN_ONLY} 127.0.0.1, localhost, [::1]`

t.test('the page is admitted by its names, with the port as browsers send it', async (t) => {
  const cases = [
    [80, 'localhost', 'https://localhost', ON_80],
    [80, 'localhost', 'null', ON_80],
    [80, undefined, undefined, ON_80],
    [80, 'evil.example', 'http://evil.example', ON_80],
    [4000, 'localhost.:4000', undefined, ON_4000],
    [4000, 'localhost:4000.evil.example', undefined, ON_4000],
    [4000, 'localhost:4000', 'http://127.0.0.1:4000', ON_4000],
    [4000, 'localhost:400', undefined, ON_4000]
  ]
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    cases.push(
      [4000, `${name}:4000`, `http://${name}:4000`, undefined],
      [4000, `${name}:4000`, undefined, undefined],
      [80, name, `http://${name}`, undefined],
      [4000, name, undefined, ON_4000],
      [80, name, `http://${name}:4000`, ON_80],
      [4000, `${name}:4000`, `http://${name}`, ON_4000]
    )
  }
  for (const [port, host, origin, expected] of cases) {
    const headers = { host, origin }
    const reason = refusalReason({ method: 'GET', headers }, port)
    t.equal(reason, expected, `${port} ${host} ${origin}`)
  }
})

t.test('other sites may link to the page, and nothing else', async (t) => {
  const cases = [
    ['POST', 'same-origin', 'cors', undefined],
    ['GET', 'none', 'navigate', undefined],
    ['POST', undefined, undefined, undefined], // curl
    ['GET', 'cross-site', 'navigate', undefined],
    ['GET', 'cross-site', 'no-cors', ON_4000],
    ['GET', 'same-site', 'cors', ON_4000],
    ['POST', 'cross-site', 'navigate', ON_4000]
  ]
  for (const [method, site, mode, expected] of cases) {
    const headers = { host: 'localhost:4000', 'sec-fetch-site': site, 'sec-fetch-mode': mode }
    t.equal(refusalReason({ method, headers }, 4000), expected, `${method} ${site} ${mode}`)
  }
})
