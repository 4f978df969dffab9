'use strict'

const t = require('tap')
const { ensureProfilable, profileLoad, profilers } =
  require('../../scripts/lib/profile/profilers')

t.test('each tool has its load, and refuses what it cannot profile', async (t) => {
  const loads = { flame: [10, 5], doctor: [20, 5], trace: [10, 2] }
  for (const [tool, expected] of Object.entries(loads)) {
    const { connections, duration } = profileLoad(tool)
    t.strictSame([connections, duration], expected, tool)
  }
  for (const tool of Object.keys(profilers)) {
    const ensure = () => ensureProfilable(tool, { command: 'npm start' })
    if (tool === 'cpuprofile' || tool === 'trace') ensure()
    else t.throws(ensure, { message: /^\w+ needs the file that npm start runs/ })
  }
})
