export type Interval = [low: number, high: number]

export interface Middle {
  median: number
  interval: Interval | null // 95 %, from six values on
}

export interface RunsSummary {
  n: number
  rate: Middle // req/s
  limited: boolean // the load generator was the bottleneck of a run
  cpu: Middle // µs per request
  user: Middle // the part of it outside the kernel
}
