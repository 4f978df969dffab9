'use strict'

// Marp's settings. The deck becomes one file: Marp itself leaves pictures outside of the HTML.

const fs = require('node:fs')
const path = require('node:path')

const MARKER = /^\/?[a-z][\w-]*$/ // <!-- name --> and <!-- /name -->, around a generated block
const TYPES = { '.png': 'image/png', '.svg': 'image/svg+xml' }

const withChildren = (tokens) => tokens.flatMap((token) => [token, ...(token.children ?? [])])

/** Keeps the markers of generated blocks out of the notes: Marp takes every comment for one. */
function dropMarkers (md) {
  md.core.ruler.before('marpit_collect', 'drop_markers', ({ tokens }) => {
    for (const token of withChildren(tokens)) {
      if (token.type === 'marpit_comment' && MARKER.test(token.content)) {
        // Marp marks comments that are no notes like this.
        token.meta = { ...token.meta, marpitCommentParsed: 'marker' }
      }
    }
  })
}

/** Writes each picture into the page: on dark slides its dark variant, if it has one. */
function embedPictures (md) {
  md.core.ruler.after('inline', 'embed_pictures', ({ tokens }) => {
    for (const token of withChildren(tokens).filter(({ type }) => type === 'image')) {
      const light = path.join(__dirname, token.attrGet('src'))
      const dark = light.replace(/\.svg$/, '-dark.svg')
      const file = process.env.DARK && fs.existsSync(dark) ? dark : light
      const content = fs.readFileSync(file).toString('base64')
      token.attrSet('src', `data:${TYPES[path.extname(file)]};base64,${content}`)
    }
  })
}

/** DARK=1 gives every slide the class of the dark variant. */
function darken (md) {
  md.core.ruler.push('darken', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'marpit_slide_open') token.attrJoin('class', 'dark')
    }
  })
}

module.exports = {
  themeSet: ['theme.css'],
  engine: ({ marp }) => {
    marp.use(dropMarkers).use(embedPictures)
    return process.env.DARK ? marp.use(darken) : marp
  }
}
