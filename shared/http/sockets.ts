import type { Resource } from './endpoint.ts'

/**
 * A WebSocket API and the function that serves it. The function gets the API's events
 * ($connect, $disconnect, $default), its own asynchronous invocations and, where the
 * declaration asks for one, a scheduled event every so many minutes.
 */
export type SocketApi = {
  /** Also the folder of its function, functions/<name>. */
  readonly name: string
  /** Where clients dial it on the API's own address. */
  readonly path: string
  /**
   * Who may open a socket: a valid accessToken's cookie, for which the front door shares
   * its address with the API, or an agent's bearer secret.
   */
  readonly access: 'token' | 'agent'
  readonly uses: readonly Resource[]
  readonly everyMinutes?: number
  /** Whether the function invokes itself asynchronously to go on after its response. */
  readonly invokesItself?: boolean
}
