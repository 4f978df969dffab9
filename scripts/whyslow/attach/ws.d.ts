declare module 'ws' {
  import type { EventEmitter } from 'node:events'

  class WebSocket extends EventEmitter {
    constructor (url: string, options: { perMessageDeflate: boolean, handshakeTimeout: number })
    close (): void
    terminate (): void
    send (data: string): void
  }
  namespace WebSocket { export { WebSocket } }
  export = WebSocket
}
