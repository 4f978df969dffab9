export type { Window, Settings, Diagnosis } from './collect'
export type { Facts, Rule, Finding } from './rules'
