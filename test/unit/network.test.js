'use strict'

const t = require('tap')
const { hostOf, urlHost } = require('../../scripts/lib/system/network')

t.test('an IPv6 address has brackets in a URL, and none for a socket', async (t) => {
  t.equal(urlHost('::1'), '[::1]')
  t.equal(hostOf('http://[::1]:3000/seed/v1'), '::1')
})

t.test('an IPv4 address and a name are the same in both', async (t) => {
  for (const host of ['127.0.0.1', 'localhost', 'example.org']) {
    t.equal(urlHost(host), host)
    t.equal(hostOf(`http://${host}:3000/`), host)
  }
})
