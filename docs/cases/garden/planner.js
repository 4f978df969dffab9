'use strict'

const { readFileSync } = require('node:fs')
const path = require('node:path')

// Weeks of the year hold for 45 degrees of latitude. Spring comes four days later with each degree
// to the north.
const HOME = 45
const WEEKS_PER_DEGREE = 4 / 7
const TASKS = ['sow', 'plant', 'feed', 'prune', 'harvest']
const MAX_CALENDARS = 100

const plants = JSON.parse(readFileSync(path.join(__dirname, 'plants.json'), 'utf8'))
const calendars = new Map()

function makeCalendar (latitude) {
  const shift = Math.round((Math.abs(latitude) - HOME) * WEEKS_PER_DEGREE)
  return plants.flatMap((plant) => TASKS.filter((task) => plant[task])
    .map((task) => ({ plant, task, first: plant[task][0] + shift, last: plant[task][1] + shift })))
}

function findCalendar (latitude) {
  const known = calendars.get(latitude)
  if (known) return known
  const calendar = makeCalendar(latitude)
  if (calendars.size === MAX_CALENDARS) calendars.delete(calendars.keys().next().value)
  calendars.set(latitude, calendar)
  return calendar
}

// What is to be done in a week, sorted for people who read it in the garden.
function planWeek (week, latitude) {
  return findCalendar(latitude)
    .filter(({ first, last }) => first <= week && week <= last)
    .map(({ plant: { name, spacing, bed }, task, last }) => ({
      name,
      task,
      bed,
      spacing,
      weeksLeft: last - week
    }))
    .sort((a, b) => a.bed.localeCompare(b.bed) || a.name.localeCompare(b.name))
}

const findPlant = (name) => plants.find((plant) => plant.name === name)

module.exports = { findPlant, planWeek }
