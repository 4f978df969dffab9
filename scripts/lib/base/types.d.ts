export type { Call } from './command'
export type { Flag, Operand, Command, CommandLine } from './settings'
export type { Paint, Stream } from './terminal'

/** A level of installed packages. */
export interface PackageLevel {
  /** What it brings and for what, to follow "Installing". */
  contents: string
  /** Keys of package.json. */
  kinds: string[]
  /** What npm leaves out. */
  omit: string[]
  /** A file or folder that shows that the level is installed, relative to the project. */
  marker: string
}
