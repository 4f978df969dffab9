'use strict'

// node --cpu-prof, the profiler built into Node.js, shown in speedscope.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { UserError } = require('../cli/errors')
const { costBreakdown } = require('./breakdown')
const { hottestFrames } = require('./frames')
const { runUnderLoad } = require('../measure/loaded-server')
const { cpuProfileSamples } = require('./samples')
const { profileName } = require('./store')

const SPEEDSCOPE = path.join(path.dirname(require.resolve('speedscope/package.json')), 'dist/release/index.html')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'node --cpu-prof, in speedscope',
  load: { connections: 10, duration: 5 },
  async profile (target, { folder, ...options }) {
    const file = path.join(folder, 'profile.cpuprofile')
    const execArgv = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${path.basename(file)}`]
    await runUnderLoad(target, { ...options, execArgv })
    if (!fs.existsSync(file)) throw new UserError(`--cpu-prof wrote no profile of ${target.name}`)
    const samples = cpuProfileSamples(JSON.parse(fs.readFileSync(file, 'utf8')))
    if (!samples.length) throw new UserError(`--cpu-prof took no samples of ${target.name}: raise DURATION`)
    return {
      files: { '.cpuprofile': file, ...speedscopePage(file, profileName('cpuprofile', target)) },
      frames: hottestFrames(samples),
      parts: costBreakdown(samples),
      messages: [
        '--cpu-prof counts native code as the Node.js function that called it: look for the stage in the totals.',
        'JSON.stringify has no frame of its own: its time belongs to its caller, such as formatJSON.',
        'Chrome DevTools opens the .cpuprofile, too.'
      ]
    }
  }
}

/** @type {(file: string, name: string) => Record<string, string>} a page, as speedscope's own command makes it */
function speedscopePage (file, name) {
  const profile = fs.readFileSync(file).toString('base64')
  const script = file.replace(/cpuprofile$/, 'js')
  const page = file.replace(/cpuprofile$/, 'html')
  fs.writeFileSync(script, `speedscope.loadFileFromBase64(${JSON.stringify(`${name}.cpuprofile`)}, '${profile}')\n`)
  fs.writeFileSync(page, `<!doctype html>
<meta charset="utf-8">
<title>${name}</title>
<script>
  const script = new URL('${name}.js', location).pathname
  location.replace('${pathToFileURL(SPEEDSCOPE)}#localProfilePath=' + script)
</script>
`)
  return { '.js': script, '.html': page }
}
