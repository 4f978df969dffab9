'use strict'

// The printed catalogue lists objects by maker, then by title. Objects alike follow each other as
// they were acquired.
function compareEntries (a, b) {
  return a.maker.localeCompare(b.maker, 'fr') || a.title.localeCompare(b.title, 'fr') || a.id - b.id
}

const inCatalogueOrder = (objects) => objects.toSorted(compareEntries)

module.exports = { inCatalogueOrder }
