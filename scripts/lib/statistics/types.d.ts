export interface Point {
  x: number
  y: number
}

export type Interval = [low: number, high: number]

/** y = a + b·x, with 95 % intervals. */
export interface Line {
  a: number
  b: number
  aInterval: Interval
  bInterval: Interval
  r2: number // share of the variance that the line explains
}

/** How B compares with A, judged over blocks of A B B A. */
export interface PairedContrast {
  ratio: number // B to A: the geometric mean over the blocks
  interval: Interval // 95 % confidence interval of the ratio
  p: number // the probability of a ratio at least this far from 1 if both were equal
  blocks: number // each has two runs of A and two of B
  deviation: number // standard deviation of the blocks' log-ratios
}
