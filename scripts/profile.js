'use strict'

require('./lib/base/preconditions')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { UsageError } = require('./lib/base/errors')
const { fileLine } = require('./lib/base/terminal')
const { targetsFromFlags, TARGET_HELP } = require('./lib/measure/target-flags')
const { framesTable } = require('./lib/present/frames-table')
const { describeLoad } = require('./lib/present/result-table')
const { commandByHand } = require('./lib/profiling/by-hand')
const { profileFlags, profileLoad } = require('./lib/profiling/profile-flags')
const profilers = require('./lib/profiling/profilers')
const profiles = require('./lib/profiling/profiles')
const { openPage } = require('./lib/system/browser')
const { ROOT } = require('./lib/system/root')

const names = Object.keys(profilers)
const tools = names.map((name) => `  ${name.padEnd(12)} ${profilers[name].summary}`).join('\n')

command({
  summary: `Profiles a target under load, into profiles/.\n\n${tools}`,
  operands: [
    { name: 'tool', required: true, choices: names, help: 'one of those above' },
    { name: 'target', help: TARGET_HELP }
  ],
  flags: profileFlags
}, async ({ values, operands: [tool, ...operands], signal, paint }) => {
  const { open, quiet, recorded, unmute } = values
  if (recorded) {
    const name = operands[0] ?? values.app ?? ''
    const page = profiles.recordedPage(profiles.profileName(tool, { name }))
    console.log(path.relative('', page))
    if (open) await openPage(page)
    return
  }
  const [target] = targetsFromFlags(operands, values)
  const { running } = target
  if (running && tool !== 'cpuprofile') throw new UsageError('PID and INSPECT need cpuprofile')
  const load = profileLoad(profilers[tool], values)
  const title = paint('bold', `${tool} of ${target.name}`)
  const sent = running
    ? `its own load for ${load.duration} s`
    : describeLoad({ ...load, ...target.request })
  console.log(`${title}: ${sent}, then the analysis …`)
  const byHand = commandByHand(tool, target, load, unmute)
  if (byHand && !quiet) console.log(paint('dim', byHand))
  const name = profiles.profileName(tool, target)
  const options = { load, signal, unmute, onNotice: console.error }
  const { profile, files } = await profiles.saveProfile(name, (folder) =>
    profilers[tool].profile(target, { folder, ...options }))
  console.log(`\n${profile.messages.join('\n')}\n`)
  if (profile.frames) console.log(framesTable(profile, ROOT, paint))
  for (const file of files) console.log(fileLine(paint, 'saved', file))
  const page = files.find((file) => file.endsWith('.html'))
  if (open && page) await openPage(page)
})
