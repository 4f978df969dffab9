'use strict'

// Puts faults into the code, one at a time, and tells which ones the tests notice:
//   node test/faults/run.js test/faults/FAMILY.json [number of one fault]
// A fault: { file, from, to, promise, tests }. It replaces one text of a file; tests are the files
// that should turn red.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const ROOT = path.join(__dirname, '..', '..')

function main () {
  const [list, only] = process.argv.slice(2)
  const faults = JSON.parse(fs.readFileSync(list, 'utf8'))
  let noticed = 0
  let tried = 0
  for (const [i, fault] of faults.entries()) {
    if (only && Number(only) !== i + 1) continue
    tried++
    const isNoticed = isFaultNoticed(fault)
    if (isNoticed) noticed++
    console.log(`${isNoticed ? 'noticed  ' : 'UNNOTICED'} ${i + 1}. ${fault.promise}`)
  }
  console.log(`${noticed} of ${tried} noticed`)
}

function isFaultNoticed ({ file, from, to, tests }) {
  const place = path.join(ROOT, file)
  const text = fs.readFileSync(place, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`)
  fs.writeFileSync(place, text.replace(from, () => to))
  try {
    const args = ['tap', '--jobs=1', '--reporter=terse', ...tests]
    const { status } = spawnSync('npx', args, { cwd: ROOT, stdio: 'ignore', timeout: 600_000 })
    return status !== 0
  } finally {
    fs.writeFileSync(place, text)
  }
}

main()
