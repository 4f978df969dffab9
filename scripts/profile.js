'use strict'

// make doctor-slow, flame-slow, …: profiles a contender under load and says what the picture shows.

require('./lib/node-version')
const path = require('node:path')
const { openPage } = require('./lib/browser')
const { command } = require('./lib/command')
const { find, names, ROOT } = require('./lib/contenders')
const { UsageError } = require('./lib/errors')
const { keep, nameOfProfile } = require('./lib/profiles')
const profilers = require('./lib/profilers')
const { loadFrom, loadSettings } = require('./lib/settings')
const { frames } = require('./lib/table')
const { painter } = require('./lib/terminal')

const tools = Object.keys(profilers)
const { warmup, ...settings } = loadSettings // a profile shows the warm-up as well

command({
  usage: 'profile.js <tool> <contender>',
  summary: `Profiles a contender under load, into profiles/.\n\n${tools.map((name) => `  ${name.padEnd(12)} ${profilers[name].summary}`).join('\n')}`,
  flags: {
    ...settings,
    connections: { ...settings.connections, default: undefined, help: 'connections at once (10; doctor 20)' },
    duration: { ...settings.duration, default: undefined, help: 'seconds of load (5; trace 2)' }
  }
}, async ({ values, operands: [tool, name, ...rest], signal }) => {
  if (!Object.hasOwn(profilers, tool ?? '')) throw new UsageError(`name a tool: ${tools.join(', ')}`)
  if (!name || rest.length) throw new UsageError(`name one contender: ${names.join(', ')}`)
  const contender = find(name)
  const { connections, duration } = profilers[tool].load
  const load = loadFrom({ ...values, connections: values.connections ?? connections, duration: values.duration ?? duration })

  const paint = painter(process.stdout)
  console.log(`${paint('bold', `${tool} of ${name}`)}: ${load.connections} connections for ${load.duration} s, then the analysis …`)
  const { profile, files } = await keep(nameOfProfile(tool, contender), (folder) => profilers[tool].profile(contender, { load, folder, signal }))

  console.log(`\n${profile.words.join('\n')}\n`)
  if (profile.frames) console.log(frames(profile, path.dirname(contender.file), ROOT, paint))
  console.log(`${paint('bold', 'saved')} ${files.map((file) => path.relative('', file)).join(' ')}`)
  const page = files.find((file) => file.endsWith('.html'))
  if (page) await openPage(page)
})
