'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { ensureUnset } = require('./lib/cli/flags')
const { paint, printNotice, printSaved, wrapText } = require('./lib/cli/terminal')
const { TARGET_HELP } = require('./lib/server/target-flags')
const { describeLoad } = require('./lib/load/load-settings')
const { profileByHand } = require('./lib/profile/by-hand')
const { frameBars } = require('./lib/show/frame-bars')
const {
  ensureProfilable, profileFlags, profileLoad, profilers, profilersHelp, saveProfile
} = require('./lib/profile/profilers')
const { runningFlags, targetOrProcess, GETS_NO_LOAD } = require('./lib/diagnose/running')
const { openPage } = require('./lib/cli/browser')
const { ROOT } = require('./lib/cli/project')

const names = Object.keys(profilers)

command({
  summary: `Profiles a target under load, into profiles/.\n\n${profilersHelp()}`,
  operands: [
    { name: 'tool', required: true, choices: names, help: 'one of those above' },
    { name: 'target', help: TARGET_HELP }
  ],
  flags: { ...profileFlags, ...runningFlags }
}, async ({ values, operands: [tool, operand], signal }) => {
  const target = targetOrProcess(operand, values)
  ensureProfilable(tool, target)
  const { connections, rate } = profileFlags
  if (target.running) ensureUnset(values, { connections, rate }, GETS_NO_LOAD)
  const load = profileLoad(tool, values)
  const sent = target.running
    ? `${load.duration} s of its own load`
    : describeLoad({ ...load, ...target.request })
  console.log(`${paint('bold', `${tool} of ${target.name}`)}: ${sent}, then the analysis …`)
  const { open, quiet } = values
  const options = { load, signal, onNotice: printNotice }
  const { profile, saved } = await saveProfile(tool, target, options)
  const { messages, frames, bytes } = profile
  const texts = messages.map((text) => text.includes('\n') ? text : wrapText(text).join('\n'))
  console.log(`\n${texts.join('\n')}\n`) // stacks and tables stay as they are
  if (frames) console.log(frameBars({ frames, bytes }, ROOT))
  for (const file of saved) printSaved(file)
  const byHand = profileByHand(target, load, profilers[tool].byHand)
  if (byHand && !quiet) console.log(paint('dim', `\n${byHand}`))
  const page = saved.find((file) => file.endsWith('.html'))
  if (open && page) await openPage(page)
})
