'use strict'

// node drip.js <url> <connections> <seconds>: sends bodies by a byte a second, whatever the server answers.

const net = require('node:net')
const { hostOf } = require('../../scripts/lib/system/network')

const [url, connections, seconds] = process.argv.slice(2)
const { port, pathname } = new URL(url)
const host = hostOf(url)

for (let i = 0; i < Number(connections); i++) {
  const socket = net.connect(port, host, () => socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`))
  const timer = setInterval(() => socket.write('x'), 1000)
  socket.resume().on('error', () => {}).on('close', () => clearInterval(timer))
}
setTimeout(() => process.exit(), Number(seconds) * 1000)
