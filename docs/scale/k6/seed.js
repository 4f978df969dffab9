// The same load as `make bench`, for k6: answers in full, and conditional requests that must get a
// 304.
// Run with a local k6:  k6 run -e URL=http://127.0.0.1:3000/seed/v1 docs/scale/k6/seed.js
// k6 reads ES modules and brings its own; nothing here runs in Node.js.

import http from 'k6/http'
import { check } from 'k6'

const URL = __ENV.URL || 'http://127.0.0.1:3000/seed/v1'
// Share of the requests that carry If-None-Match.
const CONDITIONAL = Number(__ENV.CONDITIONAL || 0.1)

export const options = {
  vus: Number(__ENV.CONNECTIONS || 100),
  duration: `${__ENV.DURATION || 10}s`,
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate<0.001'],
    'http_req_duration{kind:full}': ['p(99)<100'],
    'http_req_duration{kind:conditional}': ['p(99)<100']
  }
}

let tag // what this virtual user holds, as a browser's cache would

export default function () {
  if (tag && Math.random() < CONDITIONAL) return conditional()
  const answer = http.get(URL, { tags: { kind: 'full' } })
  tag = answer.headers.Etag
  check(answer, {
    'a full answer is 200': ({ status }) => status === 200,
    'and has a quoted tag': () => /^"[^"]+"$/.test(tag)
  })
}

function conditional () {
  const answer = http.get(URL, {
    headers: { 'If-None-Match': tag },
    responseCallback: http.expectedStatuses(200, 304),
    tags: { kind: 'conditional' }
  })
  // As the minute turns, and from another instance, the tag is another: then a 200 with the new
  // body is right.
  const unchanged = answer.headers.Etag === tag
  check(answer, {
    '304 without a body for the tag that is current, 200 for another': ({ status, body }) =>
      unchanged ? status === 304 && !body : status === 200
  })
  tag = answer.headers.Etag
}
