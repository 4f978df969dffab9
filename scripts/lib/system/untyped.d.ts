declare module 'ws' {
  import { EventEmitter } from 'node:events'
  class WebSocket extends EventEmitter {
    constructor (url: string, options: { perMessageDeflate: boolean })
    static OPEN: number
    static CLOSED: number
    readyState: number
    send (text: string): void
    close (): void
    terminate (): void
  }
  export = WebSocket
}
