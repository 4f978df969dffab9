'use strict'

const { frameOwner, hottestFrames, isUserFrame } = require('./frames')
const { cpuProfileSamples, flameSamples, heapSamples } = require('./samples')

module.exports = {
  cpuProfileSamples,
  flameSamples,
  frameOwner,
  heapSamples,
  hottestFrames,
  isUserFrame
}
