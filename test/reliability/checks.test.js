'use strict'

// Checks with their shortest settings. Those that measure a cost or an error rate run when they are
// recorded; verdicts.test.js in test/slow/serial diagnoses.

const t = require('tap')
const fuzz = require('./checks/fuzz')
const soak = require('./checks/soak')

t.jobs = 2 // many wait for most of their time

/** Gives the findings, and the lines of the report that are problems. */
async function run (check, settings) {
  const findings = await check.run(settings, { onProgress () {} })
  const problems = []
  for (const [label, text, isProblem] of check.report({ settings, ...findings })) {
    if (isProblem) problems.push(`${label}: ${text}`)
  }
  return { findings, problems }
}

for (const stage of ['optimized', 'live']) {
  t.test(`fuzz: ${stage} survives malformed requests`, async (t) => {
    const { findings, problems } = await run(fuzz, { stage, requests: 400, seed: 7 })
    t.strictSame(problems, [])
    t.equal(findings.good, 8, 'a good request is answered between')
    const answers = JSON.stringify(findings.answers)
    for (const status of [200, 400, 'none']) t.ok(findings.answers[status] > 0, answers)
  })
}

t.test('soak: optimized answers all, also conditional requests', async (t) => {
  const settings = { stage: 'optimized', requests: 20_000, connections: 20 }
  const { answers, lost, listeners } = (await run(soak, settings)).findings
  const none = { first: null, last: null }
  t.strictSame({ answers, lost, listeners },
    { answers: { 200: 18_000, 304: 2_000 }, lost: 0, listeners: none })
})
