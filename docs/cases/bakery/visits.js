'use strict'

const visits = []

function noteVisit (visit) {
  visits.push(visit)
}

// Pages sent in each language, and their bytes.
function summariseVisits () {
  const summary = {}
  for (const { language, page } of visits) {
    summary[language] ??= { pages: 0, bytes: 0 }
    summary[language].pages++
    summary[language].bytes += Buffer.byteLength(page)
  }
  return summary
}

module.exports = { noteVisit, summariseVisits }
