export type { Contrast } from './contrast'
export type { Point, Line } from './fit'
export type { PairedContrast } from './paired'
export type { Sample } from './welch'
