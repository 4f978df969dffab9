'use strict'

// Runs nginx as the current user, in a temporary folder.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../base/errors')
const { connectOnce, findFreePort } = require('./network')
const { startProcess } = require('./process')
const { SEARCH_PATH, isInstalled } = require('./search-path')
const { temporaryFolder } = require('./watchdog')

const { NGINX = 'nginx' } = process.env
const START_LIMIT = 5000 // ms until it accepts connections
const STOP_LIMIT = 2000 // ms for its graceful shutdown
const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @typedef {(place: {folder: string, listen: string}) => string} HttpBlock content of `http { }`: a server there */

/** @type {(options: {folder: string, port: number, httpBlock: HttpBlock}) => string} */
const configuration = ({ folder, port, httpBlock }) => `
daemon off;
${process.getuid?.() === 0 ? 'user root; # otherwise its workers cannot write to this folder' : ''}
pid "${folder}/pid";
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${TEMP_PATHS.map((name) => `${name}_temp_path "${folder}/${name}";`).join('\n  ')}
  ${httpBlock({ folder, listen: `127.0.0.1:${port}` })}
}
`

const hasNginx = () => isInstalled(NGINX)

/** @type {(httpBlock: HttpBlock) => Promise<{url: string, stop: () => Promise<void>}>} rejects with a UserError */
async function startNginx (httpBlock) {
  const port = await findFreePort()
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'nginx-'))
  fs.writeFileSync(path.join(folder, 'nginx.conf'), configuration({ folder, port, httpBlock }))
  const { child, ended, kill, stderr } = startProcess([NGINX, '-p', folder, '-c', 'nginx.conf', '-e', 'stderr'],
    { env: { ...process.env, PATH: SEARCH_PATH } })
  child.stdout.resume()

  async function stop () {
    child.kill('SIGQUIT') // nginx's graceful shutdown
    const timer = setTimeout(kill, STOP_LIMIT)
    await ended.finally(remove)
    clearTimeout(timer)
  }

  for (const end = Date.now() + START_LIMIT; Date.now() < end && child.exitCode === null; await sleep(50)) {
    const accepts = await connectOnce('127.0.0.1', port).then(() => true, () => false)
    if (accepts) return { url: `http://127.0.0.1:${port}/seed/v1`, stop }
  }
  await stop()
  throw new UserError(`nginx does not start: ${stderr().trim()}`)
}

module.exports = { hasNginx, startNginx }
