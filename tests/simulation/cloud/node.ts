import { call, type Network } from '../machine/calls.ts'
import type { Instance } from '../machine/instance.ts'

/** The shop's Lightning node: invoices, and which of them are paid. */
export class LightningNode {
  readonly #paid = new Map<string, boolean>()

  /** Issues an invoice under a payment hash. */
  issue(paymentHash: string): void {
    this.#paid.set(paymentHash, false)
  }

  pay(paymentHash: string): void {
    this.#paid.set(paymentHash, true)
  }

  /** The node's answer about a payment, status and body. */
  answer(url: string): { status: number; text: () => Promise<string> } {
    const paymentHash = url.replace(/^.*\//, '')
    const isPaid = this.#paid.get(paymentHash)
    if (isPaid === undefined) return { status: 404, text: async () => 'Not found' }
    const payment = {
      type: 'incoming_payment',
      paymentHash,
      isPaid,
      receivedSat: isPaid ? satOfInvoice : 0,
      createdAt: 0,
    }
    return { status: 200, text: async () => JSON.stringify(payment) }
  }
}

/** What every invoice of the simulation asks for. */
export const satOfInvoice = 4_200

/** A call of the node over HTTP, which nobody repeats. */
export async function nodeFetch(
  network: Network,
  from: Instance,
  node: LightningNode,
  url: string,
) {
  const unreachable = (message: string) =>
    new TypeError('fetch failed', { cause: new Error(message) })
  try {
    return await call(network, from, {
      what: 'node',
      execute: () => node.answer(url),
      attempts: 1,
      attemptMs: 25_000,
      refusal: (fault) => (fault === 'refused' ? unreachable(fault) : undefined),
    })
  } catch (error) {
    throw unreachable(String(error))
  }
}
