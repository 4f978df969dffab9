'use strict'

const { frameOwner, isUserFrame } = require('./frames')
const { cpuProfileSamples, fromCallFrame, heapSamples } = require('./samples')

module.exports = {
  cpuProfileSamples,
  fromCallFrame,
  frameOwner,
  heapSamples,
  isUserFrame
}
