'use strict'

// To change the looks of a chart on purpose: make update-docs, and look at the pictures.

const t = require('tap')
const { generatePictures } = require('../../docs/tools/generated-files')
const { readText: read } = require('../helpers/project')

t.test('the charts in the docs are drawn from the recorded results', async (t) => {
  const pictures = Object.entries(await generatePictures())
  t.equal(pictures.length, 34)
  for (const [file, svg] of pictures) t.equal(svg, read(file), file)
})
