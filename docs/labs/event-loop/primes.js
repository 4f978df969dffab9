'use strict'

// The heavy work: it needs only the CPU, and can be done in slices.

const LIMIT = 1_000_000 // there are 78,498 primes below it

/** @returns {number} how many primes there are from `from` to below `to` */
function countPrimes (from = 0, to = LIMIT) {
  let count = 0
  for (let n = Math.max(2, from); n < to; n++) if (isPrime(n)) count++
  return count
}

function isPrime (n) {
  if (n % 2 === 0) return n === 2
  for (let divisor = 3; divisor * divisor <= n; divisor += 2) if (n % divisor === 0) return false
  return true
}

module.exports = { countPrimes, LIMIT }
