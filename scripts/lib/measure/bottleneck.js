'use strict'

// Who was the limit of a measured load: the server, the load generator, or neither.

const SATURATED = 0.85 // share of its time a process must be busy to count as the limit

/**
 * The busier of the two is the limit, if it was busy nearly all the time. Busy is the larger of CPU share and
 * event-loop utilisation: on a shared machine a process that waits for its turn has work to do and little CPU.
 *
 * @param {{cpu: number, elu: number|null}|null} server shares of one core; null where nobody could look inside
 * @param {{cpu: number, elu: number|null}} generator
 * @param {number} [threads] that the generator fired from
 * @returns {'server'|'generator'|'neither'|'unknown'} the req/s of a load that the generator limited are a lower bound
 */
function bottleneck (server, generator, threads = 1) {
  const fired = Math.max(generator.cpu / threads, generator.elu ?? 0)
  if (!server) return fired >= SATURATED ? 'generator' : 'unknown'
  const served = Math.max(server.cpu, server.elu)
  if (Math.max(served, fired) < SATURATED) return 'neither'
  return served >= fired ? 'server' : 'generator'
}

module.exports = { bottleneck }
