'use strict'

/** @import { Counters, Part } from '../../types' */

// What is counted between two readings.
/** @type {Part} */
module.exports = (env) => {
  const { eventLoopUtilization, now } = env
  /** @type {Counters} */
  let begun // what the counters of the process were then

  return {
    newInterval () {
      begun = { time: now(), cpu: env.process.cpuUsage(), loop: eventLoopUtilization() }
      env.servingSince = begun.loop
      env.interval = {
        serving: { active: 0, idle: 0 },
        served: 0,
        answered: 0,
        ended: 0,
        failed: 0,
        serviceTime: 0,
        sockets: 0,
        peers: {},
        tripsAtOnce: env.tripCount,
        waits: { moments: 0, outside: 0, kinds: {} },
        children: 0,
        gcTime: 0,
        coreWait: 0,
        collected: [],
        poolDelays: [],
        timerDelays: [],
        loopDelays: [],
        longestPause: 0,
        inProgress: []
      }
      for (const { peer, isAwaited } of env.links.values()) if (isAwaited) env.countsOf(peer)
    },

    read () {
      env.ensureStarted()
      if (env.inProgress) env.countServing()
      const { fileLimit, interval, isServer, latency } = env
      const { user, system } = env.process.cpuUsage(begun.cpu)
      const { active, idle } = eventLoopUtilization(begun.loop)
      const reading = {
        ...interval,
        isServer,
        unseen: Array.from(env.unseen),
        files: env.countFiles(),
        fileLimit,
        listeners: env.findCrowd(),
        queue: env.findQueue(),
        unsent: env.findUnsent(),
        time: now() - begun.time,
        cpuTime: (user + system) / 1000,
        loop: { active, idle },
        heap: env.bytesInUse(),
        latency: latency.count ? latency.percentile(50) / 1000 : 0,
        latencyP99: latency.count ? latency.percentile(99) / 1000 : 0
      }
      env.newInterval()
      return reading
    }
  }
}
