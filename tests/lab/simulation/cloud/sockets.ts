import type { Instance } from '../machine/instance.ts'

/** A client's socket as API Gateway keeps it. */
export type Socket = {
  readonly id: string
  /** True for one of /ws/events, which gets no payments. */
  readonly isOfEvents: boolean
  /** `lost`: its network is gone, which is not detected yet: posts are accepted. */
  state: 'opening' | 'open' | 'lost' | 'closed'
  /** The frames that its client has received. */
  readonly received: string[]
  /** Called with each frame that its client receives, and once it is closed. */
  onFrame: (frame: string) => void
  onEnd: () => void
}

/** The sockets of clients: posts reach those that are open. */
export class Sockets {
  readonly #sockets = new Map<string, Socket>()
  /** Called with each post that a socket took. */
  onPost: (socket: Socket, frame: string, from: Instance) => void = () => {}
  /** Called with a socket that a function has closed. */
  onClosed: (socket: Socket) => void = () => {}

  open(id: string, isOfEvents: boolean): Socket {
    const socket: Socket = {
      id,
      isOfEvents,
      state: 'opening',
      received: [],
      onFrame: () => {},
      onEnd: () => {},
    }
    this.#sockets.set(id, socket)
    return socket
  }

  all(): Socket[] {
    return [...this.#sockets.values()]
  }

  /** False when the socket is gone or still opening. */
  post(id: string, frame: string, from: Instance): boolean {
    const socket = this.#sockets.get(id)
    if (socket?.state !== 'open' && socket?.state !== 'lost') return false
    if (socket.state === 'open') {
      socket.received.push(frame)
      socket.onFrame(frame)
    }
    this.onPost(socket, frame, from)
    return true
  }

  close(id: string): boolean {
    const socket = this.#sockets.get(id)
    if (socket?.state !== 'open' && socket?.state !== 'lost') return false
    socket.state = 'closed'
    socket.onEnd()
    this.onClosed(socket)
    return true
  }
}
