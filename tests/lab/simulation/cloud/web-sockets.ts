import { eventsPath } from '../../../../shared/lightning/payments-feed/connect.ts'
import { frontDoorHeaders } from '../../../../shared/people/auth/front-door.ts'
import { type Cloud, maxAttempts } from './cloud.ts'
import type { Socket } from './sockets.ts'

/** Longest time until API Gateway notices that a network is gone. */
const noticesMs = 120_000

/** API Gateway refuses a socket whose $connect takes longer. */
const integrationTimeoutMs = 29_000

/** Normal closure, and a connection that ended without a close frame. */
const [normal, abnormal] = [1000, 1006]

const eventOf = (
  { id }: Socket,
  eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT',
  others: object = {},
) => ({
  isBase64Encoded: false,
  ...others,
  requestContext: {
    connectionId: id,
    eventType,
    ...('disconnectStatusCode' in others && others),
  },
})

/** The WebSocket API in front of the watchers function. */
export class WebSockets {
  readonly #cloud: Cloud
  #connections = 0

  constructor(cloud: Cloud) {
    this.#cloud = cloud
    cloud.sockets.onClosed = (socket) => this.#disconnected(socket, normal)
  }

  /**
   * Opens a socket of payments, or of what else happens where topics are named; undefined when
   * it is refused. Posts reach it a moment later.
   */
  async connect(
    cookies: readonly string[],
    topics?: string,
  ): Promise<Socket | undefined> {
    const { sockets, scheduler } = this.#cloud
    this.#connections += 1
    const socket = sockets.open(`socket-${this.#connections}`, topics !== undefined)
    const headers = {
      cookie: cookies.join('; '),
      ...(topics !== undefined && { [frontDoorHeaders.path]: eventsPath }),
    }
    const queryStringParameters = topics === undefined ? undefined : { topics }
    const calledAtMs = scheduler.nowMs
    const result = await this.#cloud.invoke(
      'watchers',
      eventOf(socket, 'CONNECT', { headers, queryStringParameters }),
    )
    await scheduler.turn('$connect answers')
    const isInTime = scheduler.nowMs - calledAtMs < integrationTimeoutMs
    const isAccepted = (result as { statusCode: number }).statusCode === 200 && isInTime
    socket.state = isAccepted ? 'open' : 'closed'
    return isAccepted ? socket : undefined
  }

  /** Sends a client's message. */
  async send(socket: Socket, message: object): Promise<void> {
    const body = JSON.stringify(message)
    await this.#cloud.invoke('watchers', eventOf(socket, 'MESSAGE', { body }))
  }

  /** The client closes its socket, as when a page is left. */
  close(socket: Socket): void {
    if (socket.state === 'closed') return
    socket.state = 'closed'
    socket.onEnd()
    this.#disconnected(socket, normal)
  }

  /** The network is gone: posts go nowhere, until API Gateway notices, if it ever does. */
  drop(socket: Socket): void {
    if (socket.state !== 'open') return
    socket.state = 'lost'
    const { scheduler, random } = this.#cloud
    scheduler.at(scheduler.nowMs + random.below(noticesMs), () => {
      if (socket.state !== 'lost') return
      socket.state = 'closed'
      this.#disconnected(socket, abnormal)
    })
  }

  /** Closes all sockets, as after the two hours that one lasts. */
  expireAll(): void {
    for (const socket of this.#cloud.sockets.all()) this.close(socket)
  }

  /** The event is best effort. */
  #disconnected(socket: Socket, disconnectStatusCode: number): void {
    if (this.#cloud.faults.draw(['message lost']) !== undefined) return
    this.#cloud.invokeLater(
      'watchers',
      eventOf(socket, 'DISCONNECT', { disconnectStatusCode }),
      maxAttempts,
    )
  }
}
