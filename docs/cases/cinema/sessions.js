'use strict'

// What a visitor has chosen and not yet paid for. A cookie says which session is the visitor's.

const { randomUUID } = require('node:crypto')

const COOKIE = /(?:^|; *)session=([\w-]+)/

const sessions = new Map()

function findSession (cookie = '') {
  const [, id] = cookie.match(COOKIE) ?? []
  return sessions.get(id)
}

function openSession () {
  const session = { id: randomUUID(), plans: new Map() }
  sessions.set(session.id, session)
  return session
}

// The seats as this visitor sees them: a choice that is not paid for does not concern others.
function planOf (session, { id, seats }) {
  const plan = session.plans.get(id) ?? seats.map((row) => row.slice())
  session.plans.set(id, plan)
  return plan
}

module.exports = { findSession, openSession, planOf }
