/** What is checked of a machine. */
export interface Check {
  name: string
  remedy?: string // absent if it cannot fail
  optional?: boolean // it only warns
  check: (signal: AbortSignal) => CheckResult | Promise<CheckResult>
}

interface CheckResult {
  ok: boolean
  value: string | number
}
