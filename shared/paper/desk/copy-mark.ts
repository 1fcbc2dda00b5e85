import type { Key } from '../../dynamodb/keys.ts'
import { transactIfHolds } from '../../dynamodb/transact.ts'
import { update, upsert } from '../../dynamodb/write.ts'
import { type RequestKey, repeatableId } from '../../idempotency/request-key.ts'
import { orderKey } from '../../sales/orders.ts'

/** Which edition was printed first, and by which request. */
export type PrintedMark = { readonly edition: string; readonly requestId: string }

/** What is printed as an original once. */
export type Original = {
  /** The record with the mark. */
  readonly key: Key
  /** Which print of it this is: another edition is an original again. */
  readonly edition: string
  /** Whether the record holds nothing else, so that it is made by its mark. */
  readonly isOwnRecord: boolean
}

/** The receipt of an order, or its bill; the order itself has the mark. */
export const receiptOf = (orderId: string, edition: string): Original => ({
  key: orderKey(orderId),
  edition,
  isOwnRecord: false,
})

/** The slip of a refund. */
export function slipOfRefund(orderId: string, refundId: string): Original {
  const edition = `refund ${refundId}`
  const key = { ...orderKey(orderId), sk: `PRINTED#${edition}` }
  return { key, edition, isOwnRecord: true }
}

/**
 * Marks something as printed by this request. Undefined when another request has printed it:
 * then this print is a copy. A repeated request is not a copy of itself.
 */
export async function markPrinted(
  { key, edition, isOwnRecord }: Original,
  requestKey: RequestKey | undefined,
): Promise<PrintedMark | undefined> {
  const printed = { edition, requestId: repeatableId(requestKey, 'original') }
  const write = isOwnRecord ? upsert : update
  const isFirst = await transactIfHolds([
    write(key, {
      set: { printed },
      when: 'attribute_not_exists(#printed) OR #printed.#edition <> :edition OR #printed = :printed',
      values: { edition },
    }),
  ])
  return isFirst ? printed : undefined
}

/** Takes a mark back after nothing could be sent to a printer, unless it is another's by now. */
export async function unmarkPrinted({ key }: Original, printed: PrintedMark) {
  const change = { remove: ['printed'], when: '#printed = :printed', values: { printed } }
  await transactIfHolds([update(key, change)])
}
