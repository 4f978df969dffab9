'use strict'

// Writes the whole package into one file without dependencies, which also runs from stdin.

const fs = require('node:fs')
const path = require('node:path')
const { build, transformSync } = require('esbuild')
const { pieceOf, program } = require('./util/piece')

const DEPENDENCIES = ['whyslow', 'ws']
const OBSERVER = /observe[\\/]observer\.js$/
const UNUSED = /(permessage-deflate|extension|event-target)\.js$/
const LONGEST = 131_057 // bytes: Linux allows a variable 128 kB, with its name and its end
const file = path.resolve('dist/whyslow.js')

/** @returns {string} the licences of what is in the file */
function licences () {
  const texts = []
  for (const name of DEPENDENCIES) {
    const folder = path.dirname(require.resolve(`${name}/package.json`))
    const { version } = require(`${name}/package.json`)
    const text = fs.readFileSync(path.join(folder, 'LICENSE'), 'utf8')
    texts.push(`${name} ${version}\n\n${text}`)
  }
  return `/*\n${texts.join('\n')}*/\n`
}

// What is sent into a process as text keeps its names. Of ws, nothing is compressed.
/** @type {import('esbuild').Plugin} */
const replaceModules = {
  name: 'replace modules',
  setup (build) {
    build.onLoad({ filter: UNUSED }, () => ({ contents: 'exports.EventTarget = class {}' }))
    build.onLoad({ filter: OBSERVER }, ({ path: file }) => {
      const { code } = transformSync(require(file).code, { minifyWhitespace: true })
      const expression = code.replace(/;\s*$/, '')
      return { contents: JSON.stringify({ code: expression }), loader: 'json' }
    })
  }
}

async function main () {
  const { outputFiles: [{ text }] } = await build({
    entryPoints: [path.join(__dirname, 'one-file.js')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    plugins: [replaceModules],
    // Of ws, only the client is needed, without its native helpers.
    alias: { ws: path.join(path.dirname(require.resolve('ws')), 'lib/websocket.js') },
    define: {
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"'
    },
    write: false
  })
  const code = `#!/usr/bin/env node\n${licences()}` +
    `(function whyslow (require, piece) {${text}})(require)\n`
  program.textOf = () => code
  const { length } = String(pieceOf('closer').env.WHYSLOW_PIECE)
  if (length > LONGEST) {
    console.error(`a helper gets it in one variable, of ${length} bytes: Linux allows ${LONGEST}`)
    process.exit(1)
  }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, code)
  console.log(`${path.relative('', file)}: ${Math.round(code.length / 1000)} kB`)
}

main()
