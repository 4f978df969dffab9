'use strict'

// Figures that sentences quote, of recordings and of pages.

const fs = require('node:fs')
const path = require('node:path')
const { number } = require('../../scripts/lib/cli/format')
const { ROOT } = require('../../scripts/lib/cli/project')
const { middleRun, recorded, SERIES } = require('./recorded')
const { seriesTable } = require('./series-table')

// No type is known of it.
const { isRight, isWrong } = require(path.join(ROOT, 'test/reliability/verdicts'))
const WORKSHOP = path.join(ROOT, 'docs/workshop')
const MINUTES = /^(?:Time: a|A)bout (\d+) minutes/m
const NO_FAULT = /^(no fault found|healthy|CPU-bound)/
const FIX = 7 // chapters to the fix
const ARTICLE = 217 // times the requests of slow, in 10 s
const HOUR = 3600 // s
const WEEKEND = 60 * HOUR

/** @type {Record<string, () => string>} */
const FIGURES = {
  'watch-verdicts' () {
    const trials = watched()
    const right = trials.filter(isRight).length
    const wrong = trials.filter(isWrong).length
    const undecided = trials.length - right - wrong
    return `right ${right} times out of ${trials.length}, undecided ${times(undecided)} and ` +
      `wrong ${times(wrong)}`
  },
  'wrong-verdicts' () {
    const wrong = watched().filter(isWrong)
    const ofFaulty = wrong.filter(({ expected }) => !expected.includes('healthy'))
    const missed = ofFaulty.filter(({ verdict }) => NO_FAULT.test(verdict)).length
    return `${wrong.length - ofFaulty.length} accused a server without a fault, ${missed} ` +
      `overlooked a fault and ${ofFaulty.length - missed} named another one`
  },
  'watch-cost' () {
    const rows = Object.fromEntries(recorded('reliability-watch-cost').rows)
    return rows['watched: CPU time per request']
  },
  'article-factor-after' () {
    const { head, rows } = seriesTable(recorded(SERIES).targets)
    // slow answers √(2T/c) requests in T seconds.
    const factor = parseFloat(rows[1][head.indexOf('speed-up')])
    return `${Math.round(10 * (ARTICLE / factor) ** 2)} seconds`
  },
  'minutes-to-the-fix': () => minutesOf(0, FIX),
  'minutes-of-practice': () => minutesOf(FIX, FIX + 1),
  'minutes-with-practice': () => minutesOf(0, FIX + 1),
  'accepted-after-an-hour': () => number(Math.round(answeredIn(HOUR) / (2 * HOUR))),
  'seconds-between-accepted': () => number(Math.round(2 * WEEKEND / answeredIn(WEEKEND))),
  'accepted-with-restarts': () => number(Math.floor(answeredIn(60) / 60 / 10) * 10),
  'listener-run': () => `${Math.round(slowFit().b * 1000)} µs`,
  'empty-call' () {
    const output = read('05-confirm.md').replaceAll(',', '')
    const [, time] = output.match(/([\d.]+) µs per request/) ?? []
    const [, answered] = output.match(/(\d+) answered/) ?? []
    // A request runs half of their listeners, on average.
    return `${Math.round(Number(time) * 1000 / (Number(answered) / 2))} ns`
  }
}

/** @param {string} name @returns {string|undefined} the figure; undefined if none has this name */
function figureText (name) {
  return Object.hasOwn(FIGURES, name) ? FIGURES[name]() : undefined
}

function read (chapter) {
  return fs.readFileSync(path.join(WORKSHOP, chapter), 'utf8')
}

function times (count) {
  return count === 1 ? 'once' : `${count} times`
}

/** @returns {any[]} the verdicts on running processes */
function watched () {
  const checks = ['accuracy', 'servers'].map((name) => recorded(`reliability-diagnose-${name}`))
  return checks.flatMap(({ trials }) => trials).filter(({ tool }) => tool === 'watch')
}

// What the chapters say that they take.
function minutesOf (from, to) {
  const names = fs.readdirSync(WORKSHOP).filter((name) => /^\d/.test(name)).sort()
  let sum = 0
  for (const name of names.slice(from, to)) {
    sum += Number(MINUTES.exec(read(name))?.[1])
  }
  return String(sum)
}

/** @returns {number} requests that slow answers in so many seconds */
function answeredIn (seconds) {
  return Math.sqrt(2 * seconds * 1000 / slowFit().b)
}

/** @returns {{ b: number }} ms more for each request of slow */
function slowFit () {
  return middleRun(recorded('growth'), 'slow').fit
}

module.exports = { figureText }
