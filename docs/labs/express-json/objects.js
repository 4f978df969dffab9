'use strict'

// The two objects: a very small one, and one of 550 KB, such as a list of products.

const row = (id) => ({
  id,
  name: `product ${id}`,
  price: id * 1.25,
  tags: ['new', 'sale', 'blue'],
  inStock: id % 3 > 0
})

exports.small = { a: 1 }
exports.large = { rows: Array.from({ length: 5930 }, (_, i) => row(i + 1)) }
