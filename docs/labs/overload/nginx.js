'use strict'

// nginx before two instances, as whoever runs it, in a folder of its own that goes away with it.

const { execFileSync, spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../../../scripts/lib/errors')
const { watch } = require('../../../scripts/lib/guardian')

const { NGINX = 'nginx' } = process.env
const PATH = `${process.env.PATH}${path.delimiter}/usr/sbin` // where Debian has it, and not in everybody's PATH
const PATIENCE = 100 // looks, 50 ms apart

/** What the lab is about stands in the two lines with "upstream": next_upstream is "error timeout http_503", or "off". */
const conf = ({ folder, port, instances, next }) => `
daemon off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream instances {
    ${instances.map((url) => `server ${new URL(url).host};`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream ${next};
    }
  }
}
`

/** @returns {boolean} whether nginx is there */
function hasNginx () {
  try {
    execFileSync(NGINX, ['-v'], { env: { ...process.env, PATH }, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * @param {string[]} instances their URLs
 * @param {string} next what proxy_next_upstream is to be
 * @returns {Promise<{url: string, stop: () => Promise<void>}>} `stop` resolves when nginx has ended and its folder is gone
 * @throws {UserError} when it does not start
 */
async function startNginx (instances, next) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lab-overload-'))
  const port = await freePort()
  fs.writeFileSync(path.join(folder, 'nginx.conf'), conf({ folder, port, instances, next }))
  const child = spawn(NGINX, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    env: { ...process.env, PATH }, stdio: ['ignore', 'ignore', 'pipe'], detached: true
  })
  watch(child)
  let words = ''
  child.stderr.on('data', (chunk) => { words += chunk })
  const ended = once(child, 'close')

  async function stop () {
    child.kill('SIGQUIT') // its graceful shutdown
    const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 2000)
    await ended
    clearTimeout(late)
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
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
