'use strict'

// Figures that sentences quote: of recordings, and of other pages.

const fs = require('node:fs')
const path = require('node:path')
const { number } = require('../../scripts/lib/cli/format')
const { ROOT } = require('../../scripts/lib/cli/project')
const { isRight, isWrong } = require('../../test/reliability/verdicts')
const { middleRun, recorded, SERIES } = require('./recorded')
const { seriesTable } = require('./series-table')

const WORKSHOP = path.join(ROOT, 'docs/workshop')
const MINUTES = /^(?:Time: a|A)bout (\d+) minutes/m
const FIX = 7 // chapters to the fix
const ARTICLE = 217 // times as many requests as slow, in a load of 10 s
const PERIOD = 10 // s
const MINUTE = 60 // s
const HOUR = 60 * MINUTE
const WEEKEND = 60 * HOUR

/** @type {Record<string, () => string>} */
const FIGURES = {
  'watch-verdicts' () {
    const trials = watched()
    const right = trials.filter(isRight).length
    const wrong = trials.filter(isWrong).length
    const undecided = trials.length - right - wrong
    return `right ${times(right)} out of ${trials.length}, undecided ${times(undecided)} and ` +
      `wrong ${times(wrong)}`
  },
  'wrong-verdicts' () {
    let accused = 0
    let missed = 0
    let mistaken = 0
    for (const { expected, verdict } of watched().filter(isWrong)) {
      if (expected.includes('healthy')) accused++
      else if (/^(no fault found|healthy|CPU-bound)/.test(verdict)) missed++
      else mistaken++
    }
    return `${accused} accused a server without a fault, ${missed} overlooked a fault and ` +
      `${mistaken} named another one`
  },
  'watch-cost' () {
    const { rows } = recorded('reliability-watch-cost')
    return rows.find(([label]) => label === 'watched: CPU time per request')[1]
  },
  'article-factor-after' () {
    const { head, rows } = seriesTable(recorded(SERIES).targets)
    const factor = parseFloat(rows[1][head.indexOf('speed-up')])
    return `${Math.round(PERIOD * (ARTICLE / factor) ** 2)} seconds` // it grows with their root
  },
  'minutes-to-the-fix': () => String(minutesOf(0, FIX)),
  'minutes-of-practice': () => String(minutesOf(FIX, FIX + 1)),
  'minutes-with-practice': () => String(minutesOf(0, FIX + 1)),
  // slow answers n ≈ √(2T/c) requests in T seconds, and then one in c·n.
  'accepted-after-an-hour': () => number(Math.round(answeredIn(HOUR) / (2 * HOUR))),
  'seconds-between-accepted': () => number(Math.round(2 * WEEKEND / answeredIn(WEEKEND))),
  'accepted-with-restarts': () => number(Math.floor(answeredIn(MINUTE) / MINUTE / 10) * 10),
  'empty-call' () {
    const output = read('docs/workshop/05-confirm.md').replaceAll(',', '')
    const [, time] = output.match(/([\d.]+) µs per request/) ?? []
    const [, answered] = output.match(/(\d+) answered/) ?? []
    // On average, a request runs half as many listeners as were answered.
    return `${Math.round(Number(time) * 1000 / (Number(answered) / 2))} ns`
  }
}

/**
 * Gives a figure as text.
 * @param {string} name
 * @returns {string|undefined} undefined if no figure has this name
 */
function figureText (name) {
  return Object.hasOwn(FIGURES, name) ? FIGURES[name]() : undefined
}

function read (page) {
  return fs.readFileSync(path.join(ROOT, page), 'utf8')
}

function times (count) {
  return count === 1 ? 'once' : `${count} times`
}

/** @returns {any[]} the verdicts on running processes */
function watched () {
  const checks = ['accuracy', 'servers'].map((name) => recorded(`reliability-diagnose-${name}`))
  return checks.flatMap(({ trials }) => trials).filter(({ tool }) => tool === 'watch')
}

/** Adds up what the chapters say that they take. */
function minutesOf (from, to) {
  const names = fs.readdirSync(WORKSHOP).filter((name) => /^\d/.test(name)).sort()
  let sum = 0
  for (const name of names.slice(from, to)) {
    sum += Number(read(`docs/workshop/${name}`).match(MINUTES)[1])
  }
  return sum
}

/** @returns {number} requests that slow answers in so many seconds */
function answeredIn (seconds) {
  const { fit } = middleRun(recorded('growth'), 'slow')
  return Math.sqrt(2 * seconds * 1000 / fit.b) // b is in ms
}

module.exports = { figureText }
