'use strict'

const { hottestUserFrame, isInTimer } = require('../frames/frames')
const { cpuProfileSamples, heapSamples } = require('../frames/samples')
const { readFacts } = require('./facts')
const { diagnose } = require('./rules')

/** @import { Evidence, Judgement } from '../types' */

/**
 * Judges what was observed in a process.
 * @param {Evidence} evidence
 * @returns {Judgement} facts, findings and their places
 */
function judge (evidence) {
  const { profiles: { cpu, heap }, harness } = evidence
  const samples = cpuProfileSamples(cpu, harness)
  const facts = readFacts(evidence, samples)
  return {
    facts,
    hottestFrame: hottestUserFrame(samples),
    jobFrame: hottestUserFrame(samples, isInTimer),
    keptFrame: hottestUserFrame(heapSamples(heap.head, harness)),
    ...diagnose(facts)
  }
}

module.exports = { judge }
