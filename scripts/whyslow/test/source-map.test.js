'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const esbuild = require('esbuild')
const t = require('tap')
const { ticksByLine } = require('../frames/samples')
const { cpuProfileSamples, fromCallFrame } = require('../internals')

// By hand: line 2, column 4 of the code is line 3 of the source, and column 5 is line 4.
const MAP = { version: 3, sources: ['src/shop.ts'], names: [], mappings: ';IAEA,CACA' }
const CODE = '// built\nx; serve()\n'
const comment = (url) => `${CODE}//# sourceMappingURL=${url}\n`
const inline = (map) => comment('data:application/json;charset=utf-8;base64,' +
  Buffer.from(JSON.stringify(map)).toString('base64'))

const NOT_FOUND = {
  'a broken map': { 'shop.js': comment('shop.map'), 'shop.map': '{"version":3,' },
  'a source of a bundler': {
    'shop.js': inline({ ...MAP, sources: ['webpack://shop/./src/shop.ts'] })
  }
}

/** A function on line 2, column 4 of a file, as the inspector counts. */
function callFrameIn (file) {
  return { functionName: 'serve', url: String(pathToFileURL(file)), lineNumber: 1, columnNumber: 4 }
}

t.test('the last map in the file leads to the source', async (t) => {
  const folder = t.testdir({ 'shop.js': comment('part.map') + inline(MAP) }) // of a bundle
  t.strictSame(fromCallFrame(callFrameIn(path.join(folder, 'shop.js'))),
    { name: 'serve', file: path.join(folder, 'src/shop.ts'), line: 3 })
})

for (const [name, files] of Object.entries(NOT_FOUND)) {
  t.test(`without a map, a location stays as it is: ${name}`, async (t) => {
    const file = path.join(t.testdir(files), 'shop.js')
    t.strictSame(fromCallFrame(callFrameIn(file)), { name: 'serve', file, line: 2 })
  })
}

t.test('a loader that transpiles in memory leaves its map in the script', async (t) => {
  const file = path.join(t.testdir({ 'shop.ts': 'serve()' }), 'shop.ts')
  const callFrame = callFrameIn(file)
  const [map] = inline({ ...MAP, sources: [file] }).match(/data:.*/)
  const sourceMaps = { [callFrame.url]: map }
  const profile = { nodes: [{ id: 1, callFrame }], samples: [1], sourceMaps }
  t.strictSame(cpuProfileSamples(profile)[0].stack, [{ name: 'serve', file, line: 3 }])
})

t.test('a map beside a minified file has the names and lines of the source', async (t) => {
  const folder = t.testdir({
    'report.js': '\nexport function report (rows) {\n  return rows.join()\n}\n',
    'shop.js': "import { report } from './report.js'\nconsole.log(report([]), report([1]))\n"
  })
  const built = path.join(folder, 'built.js')
  await esbuild.build({
    entryPoints: [path.join(folder, 'shop.js')],
    outfile: built,
    bundle: true,
    minify: true,
    sourcemap: true,
    format: 'cjs',
    logLevel: 'silent'
  })
  const [, before, functionName] = fs.readFileSync(built, 'utf8').match(/^(.*function (\w+))\(/)
  const callFrame = {
    functionName,
    url: String(pathToFileURL(built)),
    lineNumber: 0,
    columnNumber: before.length
  }
  const frame = { name: 'report', file: path.join(folder, 'report.js'), line: 2 }
  t.strictSame(fromCallFrame(callFrame), frame)
  const lines = ticksByLine({ nodes: [{ callFrame, positionTicks: [{ line: 1, ticks: 5 }] }] })
  t.strictSame(Array.from(lines), [[frame, new Map()]])
})
