/** A practice case, as its folder and page define it. */
export interface Case {
  name: string
  folder: string // relative to the project
  path: string // of the URL to load
  story: string // what the service is, what users say, and the request
  hints: string[]
  answer: string
  verdicts: string[] // that the answer names, the strongest first
  fix: string // a patch of its files; '' for a healthy one
}
