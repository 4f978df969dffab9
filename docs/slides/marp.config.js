'use strict'

// Marp's settings. The deck becomes one file: Marp itself leaves pictures outside of the HTML.

const fs = require('node:fs')
const path = require('node:path')
const { renderSVG } = require('uqr')

const { SLIDES_DARK, SLIDES_REPOSITORY } = process.env // set by docs/tools/slides.js
const MARKER = /^\/?[a-z][\w-]*$/ // <!-- name --> and <!-- /name -->, around a generated block
const TYPES = { '.png': 'image/png', '.svg': 'image/svg+xml' }

const withChildren = (tokens) => tokens.flatMap((token) => [token, ...(token.children ?? [])])

/** Marp takes every comment for a note, and every line break in it for the end of a line. */
function prepareNotes (md) {
  md.core.ruler.before('marpit_collect', 'prepare_notes', ({ tokens }) => {
    for (const token of withChildren(tokens)) {
      if (token.type !== 'marpit_comment') continue
      token.content = token.content.replace(/(?<!\n)\n(?!\n)/g, ' ')
      // Marp marks comments that are no notes like this.
      if (MARKER.test(token.content)) token.meta = { ...token.meta, marpitCommentParsed: 'marker' }
    }
  })
}

/** Writes each picture into the page: on dark slides its dark variant, if it has one. */
function embedPictures (md) {
  md.core.ruler.after('inline', 'embed_pictures', ({ tokens }) => {
    for (const token of withChildren(tokens).filter(({ type }) => type === 'image')) {
      const light = path.join(__dirname, token.attrGet('src'))
      const dark = light.replace(/\.\w+$/, '-dark$&')
      const file = SLIDES_DARK && fs.existsSync(dark) ? dark : light
      const content = fs.readFileSync(file, 'base64')
      token.attrSet('src', `data:${TYPES[path.extname(file)]};base64,${content}`)
    }
  })
}

/** Shows the address of the repository, where it is known, on the slides of the class address. */
function showAddress (md) {
  if (!SLIDES_REPOSITORY) return
  const picture = Buffer.from(renderSVG(SLIDES_REPOSITORY, { border: 4 })).toString('base64')
  const shown = md.utils.escapeHtml(SLIDES_REPOSITORY.replace(/^https?:\/\//, ''))
  const html = '<figure><img alt="QR code of the address below" src="data:image/svg+xml;base64,' +
    `${picture}"><figcaption>${shown}</figcaption></figure>`
  md.core.ruler.push('show_address', (state) => {
    state.tokens = state.tokens.flatMap((token) => {
      const isAsked = /\baddress\b/.test(token.attrGet('class') ?? '')
      if (token.type !== 'marpit_slide_open' || !isAsked) return token
      const figure = new state.Token('html_block', '', 0)
      figure.content = html
      return [token, figure]
    })
  })
}

/** Gives every slide the class of the dark variant. */
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
    marp.use(prepareNotes).use(embedPictures).use(showAddress)
    return SLIDES_DARK ? marp.use(darken) : marp
  }
}
