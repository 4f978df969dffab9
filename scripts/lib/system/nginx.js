'use strict'

// nginx, run by whoever runs this, in a folder of its own that goes away with it.

const { execFileSync, spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../cli/errors')
const { temporaryFolder, watchChild } = require('./watchdog')
const { SEARCH_PATH } = require('./search-path')

const { NGINX = 'nginx' } = process.env
const ENV = { ...process.env, PATH: SEARCH_PATH }
const PATIENCE = 100 // looks, 50 ms apart

const settings = ({ folder, port, main }) => `
daemon off;
${process.getuid?.() === 0 ? 'user root; # else its workers could not write into this folder' : ''}
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${main({ folder, listen: `127.0.0.1:${port}` })}
}
`

/** @returns {boolean} whether nginx is there */
function hasNginx () {
  try {
    execFileSync(NGINX, ['-v'], { env: ENV, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * @param {(where: {folder: string, listen: string}) => string} main what stands in `http { }`: a server that listens there, and
 *   has its files in that folder
 * @returns {Promise<{url: string, stop: () => Promise<void>}>} `stop` resolves when nginx has ended and its folder is gone
 * @throws {UserError} when it does not start
 */
async function startNginx (main) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'nginx-'))
  const port = await freePort()
  fs.writeFileSync(path.join(folder, 'nginx.conf'), settings({ folder, port, main }))
  const child = spawn(NGINX, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    env: ENV, stdio: ['ignore', 'ignore', 'pipe'], detached: true
  })
  watchChild(child)
  let words = ''
  child.stderr.on('data', (chunk) => { words += chunk })
  const ended = once(child, 'close')

  async function stop () {
    child.kill('SIGQUIT') // its graceful shutdown
    const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 2000)
    await ended
    clearTimeout(late)
    remove()
  }

  if (await listens(port, child)) return { url: `http://127.0.0.1:${port}/seed/v1`, stop }
  await stop()
  throw new UserError(`nginx does not start: ${words.trim()}`)
}

async function freePort () {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function listens (port, child) {
  for (let i = 0; i < PATIENCE && child.exitCode === null; i++) {
    const socket = net.connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(() => true, () => false)
    socket.destroy()
    if (open) return true
    await sleep(50)
  }
  return false
}

module.exports = { hasNginx, startNginx }
