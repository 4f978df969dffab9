'use strict'

// The table of the faults that a diagnosis knows, with their limits.

const { factText, FAULTS } = require('whyslow/internals')
const { markdownTable } = require('../../scripts/lib/show/markdown')

/** What each is judged by; where that differs, for a process that is started or watched. */
const JUDGED_BY = {
  'requests fail':
    'requests without an answer, or with a status from 400 on (watched: from 500 on). If more ' +
    'than half fail, nothing else is judged',
  'requests fail under load':
    'the same, of a server that answers one connection. Or an idle event loop that answers many ' +
    'connections so many times as slowly as one',
  'memory leak':
    'memory in use at rest, before the second load and after each of its turns, or after each ' +
    'major collection of a watched process: the lower end of the growth, for each request or ' +
    'each second',
  'resources that are never released':
    'what keeps the event loop alive (timers, sockets, watchers), and open files, at the same ' +
    'moments: at least 20 more of one kind',
  'no free file descriptors':
    'open files and sockets, of those that the process may have (Linux)',
  'garbage collection pressure':
    'time in garbage collections, if a request costs more than a little: a server that does ' +
    'little else spends much of its time on garbage',
  'thread pool saturated':
    'how long a small file call (`fs.stat`) takes: more than 8 times as long as a timer is late, ' +
    'and 5 times as long as a request keeps the event loop busy, which is busy for less than ' +
    '90 % of the time. If other threads compute, 8 ms are enough, however busy the event loop ' +
    'is. Twice that if no core is free for the threads',
  'cost grows with every request': {
    started:
      'CPU time per request with one connection, after the load to before it, or late to early ' +
      'before it (twice the growth if other programs use half a core)',
    watched:
      'CPU time per request at the end to the beginning, the lower end of the interval. Or ' +
      'listeners that are added to an event. A request costs more than 0.5 ms, with the event ' +
      'loop busy for more than 80 % of the time'
  },
  'cost grows with time':
    'the same, if it grows at least half as much in a pause without requests (only if a cost ' +
    'grows, listeners do not, and other programs use less than half a core)',
  'listeners that are never removed':
    'listeners that are added to one event (started: with one connection)',
  'waiting for dependencies': {
    'without HTTP':
      'moments at which something outside of the process is in progress, of a process that ' +
      'makes round trips, with the event loop busy for less than half of the time',
    started:
      'time in the server of one request at a time, without the time that other programs had the ' +
      'core: more than 3 times its CPU time, with the event loop busy for less than 90 %, while ' +
      'something outside of the process is in progress',
    watched:
      'the median time of a request: more than 3 times its CPU time, with the event loop busy ' +
      'for less than 90 % of the time in which requests are in progress, while something outside ' +
      'of the process is in progress'
  },
  'requests queue for something that serves a few at a time': {
    started:
      'the median latency under the second load: more than 5 times that of one request at a ' +
      'time, most of it in the server, with the event loop busy for less than 90 % of the time',
    watched:
      'the same as for waiting, of a server that sends no requests, while other threads of the ' +
      'process compute'
  },
  'concurrency without a limit':
    'round trips to other servers that one request has in progress',
  'a new connection for each call':
    'connections that the process opens to other servers',
  'a child process for each request':
    'child processes that are started',
  'event loop stalled by a job beside the requests':
    'delays of a timer that no request explains (started: with one connection; twice the share ' +
    'if other programs use half a core). Watched: with so much CPU time in callbacks of timers',
  'event loop stalled under many connections':
    'delays of a timer that are longer than what all requests in progress, and 50 at least, ' +
    'compute in turn, without the share of garbage collections',
  'connections are not kept alive':
    'connections that the server accepts, beyond those of our load',
  'event loop blocked by synchronous I/O':
    'CPU time in functions of `node:fs` and `node:child_process` whose names end in `Sync`',
  'event loop blocked by waiting synchronously':
    'time of the event loop per request, without its CPU time: more than twice that',
  'event loop blocked by computation': {
    'without HTTP': 'delays of a timer by more than 50 ms',
    either:
      'CPU time per request, of an event loop that is busy, or has no time left while requests ' +
    'that come in bursts are in progress'
  }
}

function limitsTable () {
  const rows = FAULTS.map(({ verdict, needs, limits }) => {
    const how = howOf(needs)
    const judgedBy = JUDGED_BY[verdict][how] ?? JUDGED_BY[verdict]
    const texts = Object.entries(limits).map(([fact, limit]) => {
      return `\`${fact}\` ${factText(fact, limit)}`
    })
    return [verdict, how, judgedBy, texts.join('\n')]
  })
  const head = ['verdict', 'of a process that is', 'judged by', 'limits']
  return markdownTable({ head, rows }, '---')
}

function howOf (needs) {
  if (needs.includes('tripsPerSecond') || needs.includes('jobStallShare')) return 'without HTTP'
  if (needs.includes('isWatched')) return 'watched'
  const isStarted = [
    'openedPerRequest', 'costGrowth', 'costGrowthInPause', 'timeInServerMs', 'tripsAtOnce',
    'errorShareAlone'
  ]
  return needs.some((name) => isStarted.includes(name)) ? 'started' : 'either'
}

module.exports = { limitsTable }
