import * as z from 'zod'
import { IncomingPayment, inJson } from '../../shared/lightning/answers.ts'
import { fitted, longestNote, longestReference } from '../../shared/lightning/limits.ts'
import type { NodeTransport } from '../../shared/lightning/transport.ts'

const PAGE_SIZE = 200

const Page = inJson(z.array(IncomingPayment.extend({ payerNote: z.string().nullish() })))

/** A payment that the node has received, as the cloud is told of it. */
export type ReceivedPayment = {
  paymentHash: string
  /** What arrived, which may be more than was asked for. */
  amountSat: number
  externalId: string | null
  payerNote: string | null
  payerKey: string | null
  /** Unix ms of the node's clock. */
  completedAtMs: number
}

/**
 * The payments that the node has completed since a moment of its clock, oldest first.
 * Throws NodeUnreachable, and another Error when the answer is no list.
 */
export async function receivedSince(
  callNode: NodeTransport,
  fromMs: number,
): Promise<ReceivedPayment[]> {
  const received: ReceivedPayment[] = []
  for (let offset = 0; ; offset += PAGE_SIZE) {
    // Newest first: what arrives meanwhile repeats a payment and leaves none out.
    const path = `/payments/incoming?from=${fromMs}&limit=${PAGE_SIZE}&offset=${offset}`
    const { status, body } = await callNode({ method: 'GET', path, form: null })
    if (status !== 200) throw new Error(`the node's list was answered ${status}`)
    const page = Page.parse(body)
    for (const { completedAt, receivedSat, paymentHash, ...payment } of page) {
      if (completedAt === null) continue
      const { externalId, payerNote = null, payerKey } = payment
      received.push({
        paymentHash,
        amountSat: receivedSat,
        // A batch of them must fit one request
        externalId: externalId && fitted(externalId, longestReference),
        payerNote: payerNote && fitted(payerNote, longestNote),
        payerKey,
        completedAtMs: completedAt,
      })
    }
    if (page.length < PAGE_SIZE) break
  }
  return received.toSorted((one, other) => one.completedAtMs - other.completedAtMs)
}
