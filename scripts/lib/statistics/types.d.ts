export type Interval = [low: number, high: number]

/** y = a + b·x, with 95 % intervals. */
export interface Line {
  a: number
  b: number
  aInterval: Interval
  bInterval: Interval
  r2: number // share of the variance that the line explains
}

/** How B compares with A, judged over pairs of runs. */
export interface PairedContrast {
  ratio: number // B to A: the geometric mean over the pairs
  interval: Interval | null // 95 % confidence interval of the ratio
  p: number // the probability of a ratio at least this far from 1 if both were equal
  pairs: number // each has a run of A and one of B
  deviation: number // standard deviation of the pairs' log-ratios
}
