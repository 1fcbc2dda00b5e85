import * as z from 'zod'
import type { ReceivedPayment } from '../../shared/agents/protocol/received-payment.ts'
import {
  maxNoteLength,
  maxReferenceLength,
  truncate,
} from '../../shared/lightning/limits.ts'
import { IncomingPayment, jsonText } from '../../shared/lightning/node-schemas.ts'
import type { NodeTransport } from '../../shared/lightning/transport.ts'

const PAGE_SIZE = 200

const Page = jsonText(
  z.array(IncomingPayment.extend({ payerNote: z.string().nullish() })),
)

/**
 * The payments that the node has completed since `fromMs` (Unix ms of its clock), oldest
 * first. Throws NodeUnreachable, and another Error when the response is not a list.
 */
export async function receivedSince(
  callNode: NodeTransport,
  fromMs: number,
): Promise<ReceivedPayment[]> {
  const received: ReceivedPayment[] = []
  for (let offset = 0; ; offset += PAGE_SIZE) {
    // Newest first: a payment that arrives between two pages shifts the rest, so one may
    // come twice but none is missing.
    const path = `/payments/incoming?from=${fromMs}&limit=${PAGE_SIZE}&offset=${offset}`
    const { status, body } = await callNode({ method: 'GET', path, form: null })
    if (status !== 200) throw new Error(`the node's list of payments returned ${status}`)
    const page = Page.parse(body)
    for (const { completedAt, receivedSat, paymentHash, ...payment } of page) {
      if (completedAt === null) continue
      const { externalId, payerNote = null, payerKey } = payment
      received.push({
        paymentHash,
        amountSat: receivedSat,
        // A whole batch must fit into one request
        externalId: externalId && truncate(externalId, maxReferenceLength),
        payerNote: payerNote && truncate(payerNote, maxNoteLength),
        payerKey,
        completedAtMs: completedAt,
      })
    }
    if (page.length < PAGE_SIZE) break
  }
  return received.toSorted((one, other) => one.completedAtMs - other.completedAtMs)
}
