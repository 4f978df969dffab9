'use strict'

// Runs nginx as the current user, in a temporary folder.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { startProcess } = require('../../../scripts/lib/server/process')
const { temporaryFolder } = require('../../../scripts/lib/server/process')
const { findFreePort } = require('../free-port')

// Debian keeps it in a folder that not every user's PATH contains.
const FOLDERS = [...process.env.PATH.split(path.delimiter), '/usr/sbin']
const START_LIMIT = 5000 // ms until it accepts connections
// As root, its workers could not write into the folder as another user.
const USER = process.getuid?.() === 0 ? 'user root;' : ''

/** @param {string} http the content of `http { }`; all paths are relative to the folder */
const configuration = (http) => `
daemon off;
${USER}
pid pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path client_body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ${http}
}
`

/** Gives the path of nginx, if it is installed. */
function findNginx () {
  const files = FOLDERS.map((folder) => path.join(folder, 'nginx'))
  return files.find((file) => fs.existsSync(file))
}

/**
 * @param {(listen: string) => string} httpBlock Gives the content of `http { }`.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {UserError} When it does not start.
 */
async function startNginx (httpBlock) {
  const port = await findFreePort()
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'nginx-'))
  fs.writeFileSync(path.join(folder, 'nginx.conf'), configuration(httpBlock(`127.0.0.1:${port}`)))
  const command = [findNginx(), '-p', folder, '-c', 'nginx.conf', '-e', 'stderr']
  const { child, ended, kill, stderr } = startProcess(command)
  child.stdout.resume()

  async function stop () {
    kill('SIGTERM')
    await ended.finally(remove)
  }

  const end = Date.now() + START_LIMIT
  while (Date.now() < end && child.exitCode === null) {
    const socket = net.connect(port, '127.0.0.1')
    const accepts = await once(socket, 'connect').then(() => true, () => false)
    socket.destroy()
    if (accepts) return { url: `http://127.0.0.1:${port}/seed/v1`, stop }
    await sleep(50)
  }
  await stop()
  throw new UserError(`nginx does not start: ${stderr().trim()}`)
}

module.exports = { findNginx, startNginx }
