import {
  maxNoteLength,
  maxReferenceLength,
  truncate,
} from '../../lightning/node/limits.ts'
import type { LightningNode } from '../../lightning/node/node.ts'
import type { ReceivedPayment } from './received-payment.ts'

const pageSize = 200

/**
 * The payments that the node completed since `fromMs` (Unix ms of its clock), oldest
 * first. Throws NodeFailure.
 */
export async function receivedSince(
  { incomingPayments }: Pick<LightningNode, 'incomingPayments'>,
  fromMs: number,
): Promise<ReceivedPayment[]> {
  const received: ReceivedPayment[] = []
  for (let offset = 0; ; offset += pageSize) {
    // Newest first: a payment that arrives between two pages shifts the rest, so one may
    // come twice but none is missing.
    const page = await incomingPayments({ fromMs, limit: pageSize, offset })
    for (const { completedAt, receivedSat, fees, paymentHash, ...payment } of page) {
      if (completedAt === null) continue
      const { externalId, payerNote, payerKey } = payment
      received.push({
        paymentHash,
        amountSat: receivedSat,
        ...(fees && { feeSat: Math.ceil(fees / 1_000) }),
        // A whole batch must fit into one request
        externalId: externalId && truncate(externalId, maxReferenceLength),
        payerNote: payerNote && truncate(payerNote, maxNoteLength),
        payerKey,
        completedAtMs: completedAt,
      })
    }
    if (page.length < pageSize) break
  }
  return received.toSorted((one, other) => one.completedAtMs - other.completedAtMs)
}
