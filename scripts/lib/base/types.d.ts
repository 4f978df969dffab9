/** A setting: `--some-name value`, or SOME_NAME=value for make or in the environment. */
export interface Flag {
  type: 'integer' | 'number' | 'string' | 'boolean'
  help: string
  default?: number | string | boolean
  min?: number
  max?: number
  choices?: readonly string[]
  /** Its name for make, if another. */
  variable?: string
  /** False: not read from the environment, because other programs use that name. */
  ambient?: boolean
}

export interface Operand {
  name: string
  help: string
  required?: boolean
  /** The last operand may be repeated. */
  many?: boolean
  choices?: readonly string[]
}

/** What a command declares. */
export interface Command {
  /** The name of the script, unless given. */
  name?: string
  summary: string
  operands?: Operand[]
  flags?: Record<string, Flag>
  /** The exit code of an interrupted command is 0. */
  untilInterrupted?: boolean
}

export interface CommandLine {
  help: boolean
  /** Of all flags by name. */
  values: Record<string, any>
  operands: string[]
}

export interface Call extends Omit<CommandLine, 'help'> {
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** For stdout. */
  paint: Paint
}

/** Colours a text with a style of `util.styleText`. */
export type Paint = (style: string, text: string) => string

export type Stream = NodeJS.WritableStream & { isTTY?: boolean, hasColors?: () => boolean }
