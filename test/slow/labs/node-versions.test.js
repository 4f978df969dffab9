'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { execFile } = require('node:child_process')
const { promisify } = require('node:util')
const { fetchNode, NODES } = require('../../../scripts/lib/system/node-versions')
const { last, operations } = require('../../../docs/labs/node-versions/operations')
const { testLab } = require('../../helpers/lab')
const { copyProject } = require('../../helpers/project')

t.before(() => Promise.all(['20', '22'].map((version) => fetchNode(version))))

testLab('node-versions', {
  tables: [
    'Requests per second', 'Starts per second, until the server listens', 'Operations per second', 'accuracy (*)'
  ],
  experiments: ['http', 'startup', 'operations'],
  env: { NODES: '20 22' },
  then (t, folder, result) {
    const file = path.join(folder, fs.readdirSync(folder).find((file) => file.endsWith('.csv')))
    const [header, ...lines] = fs.readFileSync(file, 'utf8').trimEnd().split('\n')
    t.equal(header, '"binary", "filename", "configuration", "rate", "time"')
    const observations = result.experiments.flatMap(({ figures, targets }) => figures.flatMap(({ name }) =>
      targets.flatMap(({ observations }) => observations.map((observation) => observation[name]))))
    const pattern = /^"(?:old|new)", "[^"]+\/[^"]+", " from=20 to=22", ([\d.]+), NA$/
    t.strictSame(lines.map((line) => Number(line.match(pattern)?.[1])).sort(), observations.sort())
  }
})

t.test('each operation computes what its name says', async (t) => {
  const file = path.join(t.testdir({ big: 'sixteen letters\n' }), 'big')
  process.env.BIG = file
  t.teardown(() => delete process.env.BIG)
  const expected = {
    'parseInt(text, 10)': (value) => value >= 1000 && value < 1008,
    '+text': (value) => value >= 1000 && value < 1008,
    'super.method()': Number.isInteger,
    'this.method()': Number.isInteger,
    'object.key': (value) => value >= 0 && value < 8,
    'object[key]': (value) => value === 0 || value === '/',
    'array.at(-1)': (value) => value >= 0 && value < 8,
    'array[array.length - 1]': (value) => value >= 0 && value < 8,
    'text.includes()': (value) => value === true,
    '/RegExp/.test(text)': (value) => value === true,
    'Buffer.concat()': (value) => value.length === 512,
    'buffer.toJSON()': (value) => value.data.length === 256,
    'JSON.stringify() of 10 KB': (value) => JSON.parse(value).data.length === 10_000,
    'new URL()': (value) => value.port === '8080',
    'TextDecoder.decode()': (value) => value.length === 256,
    'emit(), 1 listener': Number.isInteger,
    'emit(), 10 listeners': Number.isInteger,
    'emit(), 1,000 listeners': Number.isInteger,
    'EventTarget.dispatchEvent()': (value) => value.type === 'after',
    'SHA-512 of 10 KB': (value) => /^[0-9a-f]{128}$/.test(value),
    'fs.readFile(), 16 MB, ascii': (value) => value === 'sixteen letters\n',
    'fs.readFile(), 16 MB, utf-8': (value) => value === 'sixteen letters\n'
  }
  t.strictSame(Object.keys(operations), Object.keys(expected))
  for (const [name, operation] of Object.entries(operations)) {
    await operation()
    t.ok(expected[name](last()), name)
  }
})

t.test('a version is fetched once, and is the one that was asked for', async (t) => {
  const { version, file } = await fetchNode('22')
  const { stdout } = await promisify(execFile)(file, ['--version'])
  t.equal(stdout.trim(), `v${version}`)
  t.match(version, /^22\.\d+\.\d+$/)
  const before = fs.statSync(file).mtimeMs
  await fetchNode('22')
  t.equal(fs.statSync(file).mtimeMs, before)
})

t.test('a version that does not exist', async (t) => {
  const { message } = await t.rejects(fetchNode('20.999.0'))
  t.match(message, /^cannot fetch Node\.js 20\.999\.0 for \w+ \w+: npm install .*@20\.999\.0 .*failed in /)
  t.notOk(fs.readdirSync(NODES).some((name) => name.startsWith('20.999.0')), 'nothing is left of it')
})

t.test('versions that leave nothing to compare', async (t) => {
  const project = copyProject(t)
  const mistakes = [
    ['20', 'NODES="20" leaves nothing to compare: name two versions, as NODES="20 24"'],
    [' ', 'NODES=" " leaves nothing to compare: name two versions, as NODES="20 24"'],
    ['22 x', '"x" is not a version of Node.js: write 24 or 24.21.0']
  ]
  for (const [NODES, message] of mistakes) {
    const { code, stderr } = await project.run(['lab.js', 'node-versions'], { NODES })
    t.strictSame({ code, stderr }, { code: 2, stderr: `lab: ${message}\n` })
  }
  t.strictSame(project.results(), [])
})
