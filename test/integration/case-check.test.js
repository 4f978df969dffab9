'use strict'

const t = require('tap')
const { findDifference } = require('../../scripts/lib/workshop/case-check')
require('../helpers/without-tap-loader')

t.test('a fix has to answer as before on its own path, on / and where nothing is', async (t) => {
  const server = (answers) => `require('node:http').createServer((req, res) => {
    res.end((${answers})[req.url] ?? 'none')
  }).listen(process.env.PORT, process.env.HOST)`
  const answers = { '/shop': '{}', '/': 'home' }
  const changes = { '/shop': '[]', '/': 'other', '/no-such-page': 'found' }
  const files = { 'same.js': server(JSON.stringify(answers)) }
  for (const [i, [url, answer]] of Object.entries(changes).entries()) {
    files[`${i}.js`] = server(JSON.stringify({ ...answers, [url]: answer }))
  }
  const folder = t.testdir(files)
  const target = (name) => ({ name, file: `${folder}/${name}.js`, path: '/shop', warmup: 0 })
  t.equal(await findDifference(target('same'), target('same')), undefined)
  for (const [i, url] of Object.keys(changes).entries()) {
    t.equal(await findDifference(target('same'), target(i)), url)
  }
})
