'use strict'

// Packages in the lock files that are known to be vulnerable, and why that cannot matter here.

const INSIGHT = 'not called: Clinic\'s usage survey, which make turns off (NO_INSIGHT=1)'
const UPDATES = 'not called: Clinic\'s search for newer versions, which make turns off (NO_UPDATE_NOTIFIER=1)'
const PAGE = 'drawn into the page of a profile that you took yourself; no colour comes from elsewhere'
const BROWSERIFY = 'part of browserify, with which Clinic packs its page; nothing is signed'

/** @type {{name: string, versions: string[], advisory: string, why: string}[]} */
const ADVISORIES = [
  { name: 'request', versions: ['2.88.2'], advisory: 'GHSA-p8p7-x288-28g6', why: INSIGHT },
  { name: 'tough-cookie', versions: ['2.5.0'], advisory: 'GHSA-72xf-g2v4-qvf3', why: INSIGHT },
  { name: 'form-data', versions: ['2.3.3'], advisory: 'GHSA-fjxv-7rqg-78g4', why: INSIGHT },
  { name: 'tmp', versions: ['0.0.33'], advisory: 'GHSA-52f5-9888-hmc6', why: INSIGHT },
  { name: 'got', versions: ['9.6.0'], advisory: 'GHSA-pfrx-2q88-qq97', why: UPDATES },
  { name: 'd3-color', versions: ['1.4.1'], advisory: 'GHSA-36jr-mh4h-2g58', why: PAGE },
  { name: 'elliptic', versions: ['6.6.1'], advisory: 'GHSA-848j-6mx2-7j84', why: BROWSERIFY }
]

module.exports = { ADVISORIES }
