'use strict'

// The table of the faults that a diagnosis knows, with their limits.

const { FAULTS } = require('whyslow')
const { bytes, ms, number, percent, ratio } = require('../base/format')
const { markdownTable } = require('../present/table')

const UNITS = [
  { facts: /Share$|^elu$/, format: percent },
  { facts: /^kept/, format: bytes },
  { facts: /Time$|Delay$|^latency$|^cpuPerRequest$/, format: ms },
  { facts: /^(cost|least)Growth/, format: ratio }
]

function limitsTable () {
  const rows = FAULTS.map(({ verdict, needs, about, limits }) => {
    const texts = Object.entries(limits).map(([fact, limit]) => describe(fact, limit))
    return [verdict, howOf(needs), about, texts.join('\n')]
  })
  const head = ['verdict', 'of a process that is', 'judged by', 'limits']
  return markdownTable({ head, rows }, '---')
}

function howOf (needs) {
  if (needs.includes('isWatched')) return 'watched'
  const isStarted = ['openedPerRequest', 'costGrowth', 'timeInServer', 'callsAtOnce']
  return needs.some((name) => isStarted.includes(name)) ? 'started' : 'either'
}

function describe (fact, limit) {
  const { format = number } = UNITS.find(({ facts }) => facts.test(fact)) ?? {}
  return `\`${fact}\` ${format(limit)}`
}

module.exports = { limitsTable }
