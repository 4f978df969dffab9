export type { ExcessListeners, Found } from './excess-listeners'
export type { Listening } from './describe-server'
export type { Evidence } from './evidence'
