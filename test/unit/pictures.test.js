'use strict'

// To change the looks of a chart on purpose: make update-docs, and look at the pictures.

const t = require('tap')
const { generatePictures } = require('../../docs/tools/generated-files')
const { listFiles, readText: read } = require('../helpers/project')

t.test('the charts in the docs are drawn from the recorded results', async (t) => {
  const pictures = Object.entries(await generatePictures())
  t.equal(pictures.length, 34)
  for (const [file, svg] of pictures) t.equal(svg, read(file), file)
})

t.test('every page with a block is generated, and that of the sources', async (t) => {
  const { generatePages } = t.mockRequire('../../docs/tools/generated-files', {
    '../../docs/tools/blocks': { blockText: async () => '' }
  })
  const block = /^<!-- \/(?!output|recorded)\S+ -->$/m // run-workshop.js writes those
  const pages = listFiles('*.md').filter((page) => block.test(read(page)))
  pages.push('docs/sources.md')
  t.strictSame(Object.keys(await generatePages()).sort(), pages.sort())
})
