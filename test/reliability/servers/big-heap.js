'use strict'

// A server with a heap of so many MB, which computes for each request, and counts its own pauses:
// node big-heap.js <MB>

const http = require('node:http')

const { HOST, PORT } = process.env
const [, , megabytes] = process.argv
const BEAT = 5 // ms
const FELT = 50 // ms: what its requests compute takes less
const OBJECTS = 1000 // between two looks at the heap

const kept = []
while (process.memoryUsage().heapUsed < megabytes * 1e6) {
  for (let i = 0; i < OBJECTS; i++) {
    kept.push({ id: i, name: `user ${i}`, roles: [i, 1], next: null })
  }
}

let pauses = []
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  const pause = now - last - BEAT
  if (pause > FELT) pauses.push(pause)
  last = now
}, BEAT)

function compute () {
  let sum = 0
  for (let i = 0; i < 1e7; i++) sum += i % 7
  return sum
}

const server = http.createServer((req, res) => {
  if (req.url !== '/pauses') return res.end(`${compute()} ${kept.length}`)
  res.end(JSON.stringify(pauses))
  pauses = []
})
server.listen(PORT, HOST, () => console.log(`http://${HOST}:${server.address().port}`))
