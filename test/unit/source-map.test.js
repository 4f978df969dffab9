'use strict'

const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { fromCallFrame, parseFrame } = require('../../scripts/lib/profiling/samples')
const { addSourceMap, originalLocation } = require('../../scripts/lib/profiling/source-map')

// By hand: line 2, column 4 of the code is line 3 of the source.
const MAP = { version: 3, sources: ['src/shop.ts'], names: [], mappings: ';IAEA' }
const CODE = '// built\nx; serve()\n'
const comment = (url) => `${CODE}//# sourceMappingURL=${url}\n`
const inline = (map, type = 'application/json') =>
  comment(`data:${type};base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`)

/** Where line 2, column 4 of a file in this folder comes from. */
const locationIn = (t, files, file = 'shop.js') =>
  originalLocation(path.join(t.testdir(files), file), 2, 4)

t.test('a map in the file, or beside it, leads to the source', async (t) => {
  const json = JSON.stringify(MAP)
  const source = (t, file = 'src/shop.ts') => ({ file: path.join(t.testdirName, file), line: 3 })
  const cases = {
    'in the file': [{ 'shop.js': inline(MAP) }],
    'in the file, with a charset': [{ 'shop.js': inline(MAP, 'application/json;charset=utf-8') }],
    'beside it': [{ 'shop.js': comment('shop.js.map'), 'shop.js.map': json }],
    'in a folder with a space': [
      { 'shop.js': comment('my%20maps/a.map'), 'my maps': { 'a.map': json } },
      'my maps/src/shop.ts'
    ],
    'with a root': [{ 'shop.js': inline({ ...MAP, sourceRoot: '../lib' }) }, '../lib/src/shop.ts'],
    'with an absolute source': [
      { 'shop.js': inline({ ...MAP, sources: ['file:///a%20b/c.ts'] }) },
      '/a b/c.ts'
    ],
    'the last of two': [{ 'shop.js': comment('none.map') + inline(MAP) }]
  }
  for (const [name, [files, file]] of Object.entries(cases)) {
    await t.test(name, async (t) => {
      const location = locationIn(t, files)
      t.strictSame(
        location,
        file?.startsWith('/') ? { file: path.resolve(file), line: 3 } : source(t, file)
      )
    })
  }
})

t.test('without a map that is whole, a location stays as it is', async (t) => {
  const cases = {
    'no comment': { 'shop.js': CODE },
    'no map': { 'shop.js': comment('shop.js.map') },
    'a broken map': { 'shop.js': comment('shop.js.map'), 'shop.js.map': '{"version":3,' },
    'an empty map': { 'shop.js': inline({ version: 3, sources: [], names: [], mappings: '' }) },
    'a map that says nothing of the location': {
      'shop.js': inline({ ...MAP, mappings: ';;;;IAEA' })
    },
    'a source of a bundler': {
      'shop.js': inline({ ...MAP, sources: ['webpack://shop/./src/shop.ts'] })
    },
    'the comment in a text': { 'shop.js': `const text = "${inline(MAP).split('\n')[2]}"` },
    'no file': {}
  }
  for (const [name, files] of Object.entries(cases)) {
    await t.test(name, async (t) => {
      t.strictSame(locationIn(t, files), { file: path.join(t.testdirName, 'shop.js'), line: 2 })
    })
  }
  t.strictSame(originalLocation('node:events', 2, 4), { file: 'node:events', line: 2 })
  t.strictSame(originalLocation('', 0, 0), { file: '', line: 0 })
})

t.test('a loader that transpiles in memory leaves its map in the script', async (t) => {
  const file = path.join(t.testdir({ 'shop.ts': 'serve()' }), 'shop.ts')
  addSourceMap(file, inline({ ...MAP, sources: [file] }).match(/data:.*/)[0])
  t.strictSame(originalLocation(file, 2, 4), { file, line: 3 })
})

t.test('frames of all profilers are mapped', async (t) => {
  const folder = t.testdir({ 'shop.js': inline(MAP) })
  const file = path.join(folder, 'shop.js')
  const frame = { name: 'serve', file: path.join(folder, 'src/shop.ts'), line: 3 }
  t.strictSame(parseFrame(`*serve ${file}:2:5`), frame)
  const location = { url: String(pathToFileURL(file)), lineNumber: 1, columnNumber: 4 }
  t.strictSame(fromCallFrame({ functionName: 'serve', ...location }), frame)
})
