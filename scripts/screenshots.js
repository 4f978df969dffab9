'use strict'

// make screenshots: profiles what the docs show, and takes the pictures.

require('./lib/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { launch, shoot } = require('./lib/browser')
const { command } = require('./lib/command')
const { find, ROOT } = require('./lib/contenders')
const { copy } = require('./lib/exercise')
const { keep, PROFILES } = require('./lib/profiles')
const profilers = require('./lib/profilers')

const IMAGES = path.join(ROOT, 'docs/images')
const SIZE = { width: 1400, height: 800 }
const LOAD = { connections: 10, duration: 8 }

const NOOP = path.join(PROFILES, 'noop')

/** slow with the listener's body emptied: the article's confirming experiment. */
function noop () {
  copy(NOOP, { name: 'noop', step: 'noop' })
  return { name: 'noop', file: path.join(NOOP, 'index.js'), warmup: 0 }
}

command({ usage: 'screenshots.js', summary: 'Takes the pictures of the profiles in docs/images. Needs Chromium or Chrome.' }, async ({ signal }) => {
  const browser = await launch()
  try {
    const pictures = [['doctor', find('slow')], ['flame', find('slow')], ['flame', noop()], ['flame', find('fast')], ['flame', find('optimized')]]
    for (const [tool, contender] of pictures) {
      const name = `${tool}-${contender.name}`
      const { files } = await keep(name, (folder) => profilers[tool].profile(contender, { load: LOAD, folder, signal }))
      const picture = path.join(IMAGES, `${name}.png`)
      await shoot(browser, files[0], picture, SIZE)
      console.log(path.relative('', picture))
    }
  } finally {
    fs.rmSync(NOOP, { recursive: true, force: true })
    await browser.close()
  }
})
