'use strict'

// make doctor-slow, flame-slow, …: profiles a target under load and says what the picture shows.

require('./lib/cli/node-version')
const path = require('node:path')
const { openPage } = require('./lib/system/browser')
const { command } = require('./lib/cli/command')
const { findTarget, targetNames } = require('./lib/measure/targets')
const { UsageError } = require('./lib/cli/errors')
const { saveProfile, profileName } = require('./lib/profiling/store')
const profilers = require('./lib/profiling')
const { loadFromFlags, loadFlags } = require('./lib/measure/load-flags')
const { framesTable } = require('./lib/present/frames-table')
const { painter } = require('./lib/cli/terminal')
const { ROOT } = require('./lib/system/root')

const tools = Object.keys(profilers)
const { warmup, ...settings } = loadFlags // a profile shows the warm-up as well

command({
  usage: 'profile.js <tool> <target>',
  summary: `Profiles a target under load, into profiles/.\n\n${tools.map((name) => `  ${name.padEnd(12)} ${profilers[name].summary}`).join('\n')}`,
  flags: {
    ...settings,
    connections: { ...settings.connections, default: undefined, help: 'connections at once (10; doctor 20)' },
    duration: { ...settings.duration, default: undefined, help: 'seconds of load (5; trace 2)' }
  }
}, async ({ values, operands: [tool, name, ...rest], signal }) => {
  if (!Object.hasOwn(profilers, tool ?? '')) throw new UsageError(`name a tool: ${tools.join(', ')}`)
  if (!name || rest.length) throw new UsageError(`name one target: ${targetNames.join(', ')}`)
  const target = findTarget(name)
  const { connections, duration } = profilers[tool].load
  const load = loadFromFlags({ ...values, connections: values.connections ?? connections, duration: values.duration ?? duration })

  const paint = painter(process.stdout)
  console.log(`${paint('bold', `${tool} of ${name}`)}: ${load.connections} connections for ${load.duration} s, then the analysis …`)
  const { profile, files } = await saveProfile(profileName(tool, target), (folder) => profilers[tool].profile(target, { load, folder, signal }))

  console.log(`\n${profile.messages.join('\n')}\n`)
  if (profile.frames) console.log(framesTable(profile, ROOT, paint))
  console.log(`${paint('bold', 'saved')} ${files.map((file) => path.relative('', file)).join(' ')}`)
  const page = files.find((file) => file.endsWith('.html'))
  if (page) await openPage(page)
})
