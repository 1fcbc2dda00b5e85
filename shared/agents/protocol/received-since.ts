import {
  maxNoteLength,
  maxReferenceLength,
  truncate,
} from '../../lightning/node/limits.ts'
import type { LightningNode } from '../../lightning/node/node.ts'
import type { IncomingPayment } from '../../lightning/node/node-schemas.ts'
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
    received.push(...page.flatMap((payment) => receivedOf(payment) ?? []))
    if (page.length < pageSize) break
  }
  return received.toSorted((one, other) => one.completedAtMs - other.completedAtMs)
}

/** Returns a payment of the node's as it is reported; undefined before it is complete. */
export function receivedOf({
  completedAt,
  receivedSat,
  fees,
  paymentHash,
  externalId,
  payerNote,
  payerKey,
}: IncomingPayment): ReceivedPayment | undefined {
  if (completedAt === null) return undefined
  return {
    paymentHash,
    amountSat: receivedSat,
    ...(fees && { feeSat: Math.ceil(fees / 1_000) }),
    // A whole batch must fit into one request
    externalId: externalId && truncate(externalId, maxReferenceLength),
    payerNote: payerNote && truncate(payerNote, maxNoteLength),
    payerKey,
    completedAtMs: completedAt,
  }
}
