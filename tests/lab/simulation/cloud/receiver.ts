import { EventEmitter } from 'node:events'
import { call, type Network, Retryable } from '../machine/calls.ts'
import type { FaultKind } from '../machine/faults.ts'
import type { Instance } from '../machine/instance.ts'

/** An event as its receiver has accepted it. */
export type ReceivedEvent = {
  readonly id: string
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own
  readonly data: any
}

const outages = ['receiver fails', 'receiver hangs'] as const

/** Requests in a row that meet an outage, at most. */
const longest = 4

/** The program to which the shop's webhook leads; it has outages until faults have ended. */
export class Receiver {
  readonly accepted: ReceivedEvent[] = []
  readonly #network: Network
  #outage: FaultKind | undefined
  #left = 0

  constructor(network: Network) {
    this.#network = network
  }

  /** The status with which it answers a delivery; undefined when it does not answer. */
  take(id: string, body: string): number | undefined {
    const { faults, random } = this.#network
    if (this.#left === 0) {
      this.#outage = faults.draw(outages)
      this.#left = 1 + random.below(this.#outage ? longest : 1)
    }
    this.#left -= 1
    if (this.#outage && !faults.isOver) {
      return this.#outage === 'receiver hangs' ? undefined : random.pick([500, 503])
    }
    this.accepted.push({ id, ...(JSON.parse(body) as Omit<ReceivedEvent, 'id'>) })
    return 204
  }
}

/** Longer than a webhook may take to answer. */
const attemptMs = 60_000

type Options = {
  readonly signal: AbortSignal
  readonly headers: Readonly<Record<string, string>>
}

/** In the place of node:https for an instance: every request goes to the receiver. */
export const httpsOf = (network: Network, from: Instance, receiver: Receiver) => ({
  request: (_url: URL, { signal, headers }: Options) => {
    const sent = new EventEmitter()
    const answer = (statusCode: number | undefined) => {
      const response = { statusCode, headers: {}, destroy: () => {} }
      if (statusCode !== undefined) sent.emit('response', response)
    }
    const fail = (error: unknown) => sent.emit('error', error)
    signal.addEventListener('abort', () => fail(signal.reason))
    const end = (body: string) => {
      void call(network, from, {
        what: 'delivery',
        execute: () => receiver.take(headers['webhook-id'] ?? '', body),
        attempts: 1,
        attemptMs,
        refusal: (fault) => (fault === 'refused' ? new Retryable(fault) : undefined),
      }).then(answer, fail)
    }
    return Object.assign(sent, { end })
  },
})
