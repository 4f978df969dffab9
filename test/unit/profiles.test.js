'use strict'

// What is read from the pages of Clinic.

const t = require('tap')
const { explainReport } = require('../../scripts/lib/profile/doctor-report')

const pageOf = (report) =>
  `<script type="application/json" id="clinic-data">${JSON.stringify(report)}</script><script>`

t.test('Doctor: without data, there are no figures', async (t) => {
  const analysis = { interval: [-Infinity, Infinity], issueCategory: 'data' } // as Doctor has it
  const processStat = [{ timestamp: 9, delay: 1, cpu: 1 }]
  t.strictSame(explainReport(pageOf({ analysis, processStat })).messages,
    ['Doctor sees too little data for a verdict: raise DURATION.'])
})

t.test('Doctor: delay and CPU are those under load', async (t) => {
  const stat = (timestamp, delay, cpu) => ({ timestamp, delay, cpu })
  const report = {
    analysis: { interval: [10, 20], issueCategory: 'event-loop' },
    processStat: [
      stat(9, 99, 9),
      stat(10, 2, 0.5),
      stat(15, 7.5, 1),
      stat(20, 3, 0.9),
      stat(21, 88, 8)
    ]
  }
  t.strictSame(explainReport(pageOf(report)), {
    verdict: 'event-loop',
    messages: [
      'Doctor sees a potential event-loop issue: something blocks the event loop for long periods.',
      'worst event-loop delay 7.5 ms, CPU 80 % of a core on average, both under load'
    ]
  })
})
