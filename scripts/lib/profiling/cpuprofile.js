'use strict'

// node --cpu-prof, shown in speedscope: the profiler that is built in.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { UserError } = require('../cli/errors')
const { hottestFrames } = require('./frames')
const { runUnderLoad } = require('../measure/loaded-server')
const { profileName } = require('./store')
const { fromCallFrame } = require('./call-frame')

const SPEEDSCOPE = path.join(path.dirname(require.resolve('speedscope/package.json')), 'dist/release/index.html')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'node --cpu-prof, in speedscope',
  load: { connections: 10, duration: 5 },
  async profile (target, { folder, ...options }) {
    const file = path.join(folder, 'profile.cpuprofile')
    await runUnderLoad(target, { ...options, execArgv: ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${path.basename(file)}`] })
    if (!fs.existsSync(file)) throw new UserError(`--cpu-prof wrote no profile of ${target.name}`)
    const samples = busy(JSON.parse(fs.readFileSync(file, 'utf8')))
    if (!samples.length) throw new UserError(`--cpu-prof sampled nothing of ${target.name}: load it for longer`)
    return {
      files: { '.cpuprofile': file, ...speedscope(file, profileName('cpuprofile', target)) },
      frames: hottestFrames(samples),
      words: ['--cpu-prof charges native code to the function of Node.js that called it: look for the stage among the totals.',
        'JSON.stringify has no frame of its own: its time stands with its caller, such as formatJSON.',
        'The .cpuprofile opens in Chrome DevTools too.']
    }
  }
}

/** What was sampled, without the time in which the process had nothing to do. */
function busy ({ nodes, samples, timeDeltas }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, fromCallFrame(callFrame)]))
  const stacks = new Map()
  const stackOf = (id) => {
    if (!stacks.has(id)) stacks.set(id, [...(parents.has(id) ? stackOf(parents.get(id)) : []), frames.get(id)])
    return stacks.get(id)
  }
  return samples
    .map((id, i) => ({ stack: stackOf(id), weight: Math.max(0, timeDeltas[i]) }))
    .filter(({ stack }) => stack.at(-1).name !== '(idle)')
    .map(({ stack, weight }) => ({ stack: stack.slice(1), weight })) // the first is only the root
    .filter(({ stack }) => stack.length)
}

/** A page that opens speedscope with this profile, as its own command line does; works without a network. */
function speedscope (file, name) {
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
