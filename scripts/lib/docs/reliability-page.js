'use strict'

// What docs/reliability.md shows of recorded proofs: one function a block, each gives Markdown.

const path = require('node:path')
const abuse = require('../../../test/reliability/fuzz')
const { advisories } = require('../../../test/reliability/supply-chain-advisories')
const cache = require('../../../test/reliability/cache')
const conditional = require('../../../test/reliability/conditional')
const faults = require('../../../test/reliability/faults')
const mutate = require('../../../test/reliability/mutation')
const slowClients = require('../../../test/reliability/slow-clients')
const soak = require('../../../test/reliability/soak')
const supplyChain = require('../../../test/reliability/supply-chain')
const testNodes = require('../../../test/reliability/node-versions')
const torture = require('../../../test/reliability/crash-test')
const { resultSubject } = require('../results/schema')
const { readResult, RECORDED } = require('../results/store')
const { describeEnvironment } = require('../present/result-table')
const { markdownTable } = require('../present/table')

/** The proofs by the names of their commands, each with the stages of its records where it has several. */
const PROOFS = {
  soak: { lib: soak, stages: ['optimized', 'fast'] },
  abuse: { lib: abuse, stages: ['slow', 'fast', 'optimized', 'live'] },
  'slow-clients': { lib: slowClients, stages: ['optimized'] },
  conditional: { lib: conditional },
  cache: { lib: cache },
  faults: { lib: faults },
  torture: { lib: torture },
  'test-nodes': { lib: testNodes },
  mutate: { lib: mutate },
  'supply-chain': { lib: supplyChain }
}

const records = (name) => (PROOFS[name].stages ?? [undefined]).map((stage) => readResult(path.join(RECORDED, `${resultSubject({ kind: name, stage })}.json`)))

/** One table for all records of a proof, a column each. */
function figures (name) {
  const all = records(name)
  const columns = all.map((record) => PROOFS[name].lib.rows(record))
  const rows = columns[0].map(([label], i) => [label, ...columns.map((rows) => rows[i][1])])
  return `${markdownTable(['', ...all.map(({ stage }) => stage ?? 'measured')], rows, '---')}\n\n\`${commandOf(name, '…')}\`; ${describeEnvironment(all[0])}`
}

const commandOf = (name, stage) => `make ${name}${PROOFS[name].stages?.length > 1 ? ` STAGE=${stage}` : ''}`

function overview () {
  const rows = Object.keys(PROOFS).flatMap((name) => records(name).map((record) => {
    const found = PROOFS[name].lib.problems(record)
    return [`\`${commandOf(name, record.stage)}\``, found.join('; ') || 'nothing', `Node.js ${record.environment.node}, ${record.startedAt.slice(0, 10)}`]
  }))
  return markdownTable(['proof', 'what it found wrong', 'recorded'], rows, '---')
}

const known = () => markdownTable(['package', 'advisory', 'why it cannot matter here'], advisories.map(({ name, versions, advisory, why }) =>
  [`${name} ${versions.join(', ')}`, `[${advisory}](https://github.com/advisories/${advisory})`, why]), '---')

const blocks = Object.fromEntries(Object.keys(PROOFS).map((name) => [`proof-${name}`, () => figures(name)]))

module.exports = { ...blocks, 'proof-overview': overview, 'proof-advisories': known }
