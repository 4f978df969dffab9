'use strict'

// A key is `account.secret`. Only a hash of the secret is stored, so that nobody can read keys here.

const { pbkdf2, timingSafeEqual } = require('node:crypto')
const { promisify } = require('node:util')

const ROUNDS = 20_000
const LENGTH = 32 // bytes

const hashSecret = promisify(pbkdf2)

/** @type {Map<string, {salt: string, hash: Buffer}>} */
const accounts = new Map([
  ['ferry', { salt: '9f2c61d7', hash: Buffer.from('cb4756cabbb609996e18d34a8733db23d005b6f541db57aede83dad417c72f45', 'hex') }],
  ['orchard', { salt: '04be8a3e', hash: Buffer.from('1d170d703b9a8b178dd1ed3f7a24c8996220319ba983502273fcd0df7e77cc0c', 'hex') }]
])

/** @param {string} key @returns {Promise<boolean>} whether it belongs to an account */
async function verifyKey (key) {
  const [id, secret] = key.split('.')
  const account = accounts.get(id)
  if (!account || !secret) return false
  const hash = await hashSecret(secret, account.salt, ROUNDS, LENGTH, 'sha256')
  return timingSafeEqual(hash, account.hash)
}

module.exports = { verifyKey }
