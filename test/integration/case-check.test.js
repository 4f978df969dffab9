'use strict'

const t = require('tap')
const { findDifference } = require('../../scripts/lib/exercise/case-check')
require('../helpers/without-tap-loader')

t.test('a fix has to answer as before on its own path, on / and where nothing is', async (t) => {
  const server = (answers) => `require('node:http').createServer((req, res) => {
    res.end((${JSON.stringify(answers)})[req.url] ?? 'none')
  }).listen(process.env.PORT, process.env.HOST)`
  const answers = { '/shop': '{}', '/': 'home' }
  const folder = t.testdir({
    'same.js': server(answers),
    'shop.js': server({ ...answers, '/shop': '[]' }),
    'home.js': server(answers).replace('res.end', "if (req.url === '/') res.statusCode = 500; $&"),
    'page.js': server({ ...answers, '/no-such-page': 'found' }),
    'fatal.js': server(answers).replace('res.end', "if (req.url === '/') throw new Error('oh');$&"),
    'broken.js': server(answers).replace('res.end', 'if (req.url === "/") res.destroy(); else $&')
  })
  const target = (name) => ({ name, file: `${folder}/${name}.js`, path: '/shop', warmup: 0 })
  const find = (name) => findDifference(target('same'), target(name))
  t.equal(await find('same'), undefined)
  t.equal(await find('shop'), '/shop')
  t.equal(await find('home'), '/')
  t.equal(await find('page'), '/no-such-page')
  t.match((await t.rejects(find('fatal'))).message, /^fatal died \(exit code 1; [^]*Error: oh\n/)
  t.equal((await t.rejects(find('broken'))).message,
    'broken breaks off an answer (socket hang up)')
  const reason = new Error('interrupted')
  const signal = AbortSignal.abort(reason)
  t.equal(await t.rejects(findDifference(target('same'), target('same'), signal)), reason)
})
