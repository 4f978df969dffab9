export type { Call } from './command'
export type { Flag, Operand, Command, CommandLine } from './settings'
export type { Paint, Stream } from './terminal'
