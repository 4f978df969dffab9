export type { View, Prepare } from './browser'
export type { Environment } from './environment'
export type { RequestOptions, Response } from './http-client'
export type { ProcessOptions, Process } from './process'
