'use strict'

const path = require('node:path')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { UserError } = require('../../../scripts/lib/base/errors')
const { number, ratio } = require('../../../scripts/lib/base/format')
const { loadTrial, scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')
const { fetchNode } = require('../../../scripts/lib/system/node-versions')

const targets = ['json', 'json-no-etag', 'string'].map((name) => labServer('express-json', name))
const figures = [
  { name: 'cpu', label: 'CPU time per request', unit: 'µs', better: 'lower' },
  { name: 'rate', label: 'Req/Sec', unit: '', limitedBy: 'generatorBound' },
  { name: 'p99', label: 'p99', unit: 'ms' }
]

const observe = ({ requests, latency, cpuPerRequest }) => ({
  cpu: cpuPerRequest,
  rate: requests.average,
  p99: latency.p99
})

const OLDER = '20' // the version whose V8 makes Express several times as expensive
const NOTE = { small: 1.8, large: 4 } // ratio of the rates; "300 %" for the large object is 4 × at most
const jsonToString = (figures, experiment) => figures.ratio(experiment, 'json', 'string', 'cpu')
const jsonToNoEtag = (figures, experiment) => figures.ratio(experiment, 'json', 'json-no-etag', 'cpu')
const stringToJson = (figures) => figures.ratio('small', 'string', 'json', 'cpu')
const savedCpu = (figures) => figures.median('small', 'json', 'cpu') * (1 - stringToJson(figures).high)
const stringify = (figures) => figures.range('steps', 'small', 'stringify')[1]
const loadNote = (connections, duration) => `Load: ${connections} connections for ${duration} s in each run.`

const small = (name, title, duration) => ({
  name,
  title,
  targets,
  trial: loadTrial({ path: '/small', connections: 100, duration }, observe),
  figures,
  source: { name: 'the note', figures: { json: '190K in 11 s', string: '350K in 11 s (+80 %)' } },
  note: loadNote(100, duration)
})

/** The targets under the older Node.js; its version, for the note of the experiment. */
async function underOlderNode (signal) {
  try {
    const { file, version } = await fetchNode(OLDER, signal)
    return { targets: targets.map((target) => ({ ...target, node: file })), version }
  } catch (err) {
    if (signal.aborted || !(err instanceof UserError)) throw err
    return { skipReason: err.message.split('\n')[0] }
  }
}

async function olderExperiment (duration, signal) {
  const { version, ...rest } = await underOlderNode(signal)
  const experiment = small(`small${OLDER}`, `The object {a: 1}, on Node.js ${OLDER}`, duration)
  return { ...experiment, note: `${experiment.note} Node.js ${version}.`, runs: 6, ...rest }
}

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'JSON in Express',
  question: 'How much CPU time does a string made once save over res.json, and where does the gain come from?',
  defaults: { runs: 8, duration: 2 },

  experiments: async ({ duration, signal }) => [
    small('small', 'The object {a: 1}', duration),
    await olderExperiment(duration, signal),
    {
      name: 'large',
      title: 'An object of 550 KB',
      targets,
      trial: loadTrial({ path: '/large', connections: 10, duration }, observe),
      figures,
      source: { name: 'the note', figures: { string: '"300 %"' } },
      note: loadNote(10, duration),
      runs: 6
    },
    {
      name: 'steps',
      title: 'The two steps alone, per call',
      targets: ['small', 'large'].map((object) =>
        ({ name: object, file: path.join(__dirname, 'steps.js'), warmup: 0, env: { OBJECT: object } })),
      trial: scriptTrial(),
      figures: [
        { name: 'stringify', label: 'JSON.stringify, and to bytes', unit: 'µs' },
        { name: 'etag', label: 'the ETag of the text', unit: 'µs' }
      ],
      runs: 6
    }
  ],

  conclusions: [
    {
      claim: (figures, { node }) => `For {a: 1}, res.json needs ${jsonToString(figures, 'small').text} the CPU time ` +
        `of the string on Node.js ${node}, and ${jsonToString(figures, `small${OLDER}`).text} on Node.js ${OLDER}. ` +
        `The note has ${ratio(NOTE.small)}.`,
      holds: (figures) => ['small', `small${OLDER}`].every((name) => jsonToString(figures, name).low > 1)
    },
    {
      claim: (figures) => `For 550 KB, res.json needs ${jsonToString(figures, 'large').text} the CPU time of the ` +
        `string, more than the note's "300 %", which is ${ratio(NOTE.large)} at most.`,
      holds: (figures) => jsonToString(figures, 'large').low > NOTE.large
    },
    {
      claim: (figures) => 'The ETag costs CPU time at both sizes: with it, res.json needs ' +
        `${jsonToNoEtag(figures, 'small').text} as much for {a: 1}, and ${jsonToNoEtag(figures, 'large').text} for ` +
        '550 KB.',
      holds: (figures) => ['small', 'large'].every((name) => jsonToNoEtag(figures, name).low > 1)
    },
    {
      claim: (figures) => `For {a: 1}, the string needs ${stringToJson(figures).text} the CPU time of res.json: it ` +
        `saves at least ${number(savedCpu(figures))} µs per request. JSON.stringify is at most ` +
        `${number(stringify(figures))} µs of that: the gain is the rest of what res.json does.`,
      holds: (figures) => stringify(figures) < 0.1 * savedCpu(figures)
    }
  ]
}
