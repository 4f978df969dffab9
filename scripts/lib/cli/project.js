'use strict'

const path = require('node:path')

const ROOT = path.resolve(__dirname, '../../..') // the project's folder
const STAGES = ['slow', 'fast', 'optimized']

module.exports = { ROOT, STAGES }
