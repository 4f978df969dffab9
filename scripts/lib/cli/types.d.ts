/** A setting: `--some-name value`, or SOME_NAME=value for make. */
export interface Flag<T = unknown> {
  type: string // whole number, number, string or boolean
  help: string
  default?: T
  min?: number
  max?: number
  choices?: readonly string[]
}

export type Flags = Record<string, Flag>

/** The values of declared flags. */
export type Values<F> = { [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never }

/** Declares a flag. Without a default, its value may be undefined. */
export type NumberFlag = <T extends number | undefined = undefined>(
  min: number,
  max: number,
  help: string,
  value?: T
) => Flag<number | T>
export type TextFlag = <T extends string | undefined = undefined>(
  help: string,
  value?: T
) => Flag<string | T>
export type ChoiceFlag = <T extends string | undefined = undefined>(
  choices: readonly string[],
  help: string,
  value?: T
) => Flag<string | T>

export type Operand = {
  name: string
  help: string
  many?: boolean // the last one may be repeated
} & (
  { required: true, choices: readonly string[] } |
  { required?: false, choices?: readonly string[] }
)

/** What a command declares. */
export interface Command<F = Flags> {
  name?: string // of the script, unless given
  summary: string
  operands?: Operand[]
  flags?: F
  untilInterrupted?: boolean // Ctrl-C is no failure
}

export type CheckChoice = (
  name: string,
  choices: readonly string[] | undefined,
  word: string
) => void

/** Throws a usage error unless it fits the flag. */
export type ReadValue = (
  setting: string,
  flag: Flag,
  given: unknown
) => number | string | boolean

export interface Call<F = Flags> {
  values: Values<F>
  operands: string[]
  signal: AbortSignal // of Ctrl-C
}
