'use strict'

require('./lib/base/preconditions')
const path = require('node:path')
const { command, openFlag } = require('./lib/base/command')
const { UsageError } = require('./lib/base/errors')
const { fileLine } = require('./lib/base/terminal')
const { resultHeader, withoutSecrets } = require('./lib/measure/result-header')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { requestFlags, requestFromFlags, targetFlags, targetsFromFlags } = require('./lib/measure/target-flags')
const { targetNames } = require('./lib/measure/targets')
const { framesTable, partsTable } = require('./lib/present/frames-table')
const profilers = require('./lib/profiling')
const { commandByHand } = require('./lib/profiling/by-hand')
const { describeLoad } = require('./lib/present/result-table')
const { profileName, recordedPage, savedPage, saveProfile, PROFILES } = require('./lib/profiling/profiles')
const { profilePair } = require('./lib/present/profile-pair')
const { resultSaver } = require('./lib/measure/results')
const { openPage } = require('./lib/system/browser')
const { ensureWritable, writeFileAtomic } = require('./lib/system/files')
const { ROOT } = require('./lib/system/root')

const tools = Object.entries(profilers).map(([tool, { summary }]) => `  ${tool.padEnd(12)} ${summary}`).join('\n')
const { warmup, ...settings } = loadFlags // a profile shows the warm-up too

command({
  summary: `Profiles a target under load, into profiles/.\n\n${tools}`,
  operands: [
    { name: 'tool', required: true, choices: Object.keys(profilers), help: 'one of those above' },
    { name: 'target', help: `${targetNames.join(', ')},\na lab's server, or a file` }
  ],
  flags: {
    ...targetFlags,
    ...requestFlags,
    ...settings,
    connections: { ...settings.connections, default: undefined, help: 'connections at once (10; doctor 20)' },
    duration: { ...settings.duration, default: undefined, help: 'seconds of load (5; trace 2)' },
    open: openFlag,
    quiet: { type: 'boolean', help: 'do not print the command that does the same by hand' },
    unmute: { type: 'boolean', help: 'trace: lift what silences the warning' },
    recorded: { type: 'boolean', help: 'open the recorded page in docs/profiles, and load nothing' },
    beside: { type: 'string', help: 'show it beside the earlier profile of this target, as in BESIDE=fast' },
    record: { type: 'boolean', help: 'save the shares of the CPU time into docs/results (cpuprofile)' }
  }
}, async ({ values, operands: [tool, ...names], signal, paint }) => {
  if (values.record && tool !== 'cpuprofile') {
    throw new UsageError(`--record is for cpuprofile: the docs quote no shares of ${tool}`)
  }
  if (values.recorded) return await show(tool, { name: names[0] ?? values.app ?? '' }, values)
  if (values.beside) savedPage(profileName(tool, { name: values.beside })) // before the load
  const [target] = targetsFromFlags(names, values)
  const { load: defaults, profile } = profilers[tool]
  const { connections = defaults.connections, duration = defaults.duration } = values
  const load = { ...loadFromFlags({ ...values, connections, duration }), ...requestFromFlags(values) }
  const save = values.record ? resultSaver(true) : undefined
  const title = paint('bold', `${tool} of ${target.name}`)
  console.log(`${title}: ${describeLoad(load)}, then the analysis …`)
  const line = commandByHand(tool, target, load, values.unmute)
  if (line && !values.quiet) console.log(paint('dim', `by hand: ${line}`))
  const saved = await saveProfile(profileName(tool, target), (folder) =>
    profile(target, { load, folder, signal, unmute: values.unmute }))
  const { messages, frames, bytes, parts } = saved.profile

  console.log(`\n${messages.join('\n')}\n`)
  if (frames) console.log(framesTable({ frames, bytes }, ROOT, paint))
  if (parts) console.log(partsTable(parts, paint))
  if (parts && save) {
    const header = resultHeader({ kind: 'cpu-profile', target: target.name })
    const result = { ...header, load: withoutSecrets(load), parts }
    console.log(fileLine(paint, 'recorded', save(result, `${profileName(tool, target)}.json`)))
  }
  for (const file of saved.files) console.log(fileLine(paint, 'saved', file))
  if (saved.files.some((file) => file.endsWith('.html'))) await show(tool, target, values)
})

/**
 * Opens the page of a profile, or a page with two side by side, and prints where it is.
 * @type {(tool: string, target: {name: string}, values: Record<string, any>) => Promise<void>}
 */
async function show (tool, target, { beside, open, recorded }) {
  const names = [target, ...(beside ? [{ name: beside }] : [])].map((target) => profileName(tool, target))
  const pages = names.map(recorded ? recordedPage : savedPage)
  const page = beside ? path.join(PROFILES, `${names.join('-beside-')}.html`) : pages[0]
  if (beside) {
    ensureWritable(PROFILES)
    writeFileAtomic(page, profilePair(pages, PROFILES))
  }
  if (beside || recorded) console.log(path.relative('', page))
  if (open) await openPage(page)
}
