/** A setting: `--some-name value`, or SOME_NAME=value for make. */
export interface Flag {
  type: string // integer, number, string or boolean
  help: string
  default?: number | string | boolean
  min?: number
  max?: number
  choices?: readonly string[]
}

export interface Operand {
  name: string
  help: string
  required?: boolean // it has choices then
  many?: boolean // the last one may be repeated
  choices?: readonly string[]
}

/** What a command declares. */
export interface Command {
  name?: string // of the script, unless given
  summary: string
  operands?: Operand[]
  flags?: Record<string, Flag>
  untilInterrupted?: boolean // Ctrl-C is no failure
}

export interface Call {
  values: Record<string, any> // of all flags
  operands: string[]
  signal: AbortSignal // of Ctrl-C
}
