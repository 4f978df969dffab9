'use strict'

// The table of the faults that a diagnosis knows, with their limits.

const { factText, FAULTS } = require('whyslow')
const { markdownTable } = require('../present/table')

function limitsTable () {
  const rows = FAULTS.map(({ verdict, needs, about, limits }) => {
    const texts = Object.entries(limits).map(([fact, limit]) => {
      return `\`${fact}\` ${factText(fact, limit)}`
    })
    return [verdict, howOf(needs), about, texts.join('\n')]
  })
  const head = ['verdict', 'of a process that is', 'judged by', 'limits']
  return markdownTable({ head, rows }, '---')
}

function howOf (needs) {
  if (needs.includes('isWatched')) return 'watched'
  const isStarted = [
    'openedPerRequest', 'costGrowth', 'costGrowthInPause', 'timeInServerMs', 'tripsAtOnce',
    'errorShareAlone'
  ]
  return needs.some((name) => isStarted.includes(name)) ? 'started' : 'either'
}

module.exports = { limitsTable }
